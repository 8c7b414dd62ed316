import type { SeededRandom } from '#/lib/random-from-seed.ts';
import { type Answer, type Entry, type ModelLedger, Rollback } from './model-ledger.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What can become of a request to the database and of its answer. */
const fates = ['well', 'slow', 'requestLost', 'replyLost', 'arrivesLate', 'arrivesTwice', 'rolledBack'] as const;
export type Fate = (typeof fates)[number];

/** The connection broke; whether the batch was written is unknown. */
export class ConnectionLost extends Error {}

const usualMs = 15;
const slowMs = 3_000;
/** How much later than its connection's end a request may still be written. */
const lateMs = 6_000;

/** The way to the ledger. Until it heals it loses, delays and repeats by the seed. */
export class FaultyLink {
  readonly met: Record<Fate, number> = {
    well: 0,
    slow: 0,
    requestLost: 0,
    replyLost: 0,
    arrivesLate: 0,
    arrivesTwice: 0,
    rolledBack: 0,
  };
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #ledger: ModelLedger;
  readonly #faultRate: number;
  #isHealed = false;

  constructor(time: VirtualTime, random: SeededRandom, ledger: ModelLedger, faultRate: number) {
    this.#time = time;
    this.#random = random;
    this.#ledger = ledger;
    this.#faultRate = faultRate;
  }

  heal(): void {
    this.#isHealed = true;
  }

  /** Writes a batch, perhaps. Rejects with Rollback or ConnectionLost. */
  async write(entries: readonly Entry[]): Promise<readonly Answer[]> {
    const fate = !this.#isHealed && this.#random.chance(this.#faultRate) ? this.#random.pick(fates) : 'well';
    this.met[fate] += 1;
    await this.#travel(fate === 'slow' ? slowMs : usualMs);
    if (fate === 'requestLost') throw new ConnectionLost();
    if (fate === 'rolledBack') throw new Rollback('transient');
    if (fate === 'arrivesLate' || fate === 'arrivesTwice') {
      this.#time.after(this.#random.between(1, lateMs), () => this.#commitUnheard(entries));
    }
    if (fate === 'arrivesLate') throw new ConnectionLost();
    const outcome = this.#commit(entries);
    await this.#travel(fate === 'slow' ? slowMs : usualMs);
    if (fate === 'replyLost') throw new ConnectionLost();
    if (outcome instanceof Rollback) throw outcome;
    return outcome;
  }

  #travel(longestMs: number): Promise<void> {
    return this.#time.sleep(this.#random.between(1, longestMs));
  }

  #commit(entries: readonly Entry[]): Answer[] | Rollback {
    try {
      return this.#ledger.commit(entries);
    } catch (error) {
      if (error instanceof Rollback) return error;
      throw error;
    }
  }

  #commitUnheard(entries: readonly Entry[]): void {
    this.#commit(entries);
  }
}
