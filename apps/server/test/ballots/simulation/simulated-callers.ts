import { type MicroBatcher, QueueFull } from '#/lib/micro-batcher.ts';
import type { SeededRandom } from '#/lib/random-from-seed.ts';
import type { BatchWatch } from './batch-watch.ts';
import { ConnectionLost } from './simulated-network.ts';
import { type Answer, type Entry, type ModelLedger, Rollback } from './model-ledger.ts';
import type { VirtualTime } from './virtual-time.ts';

type World = {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly ledger: ModelLedger;
  readonly watch: BatchWatch;
  readonly batcher: MicroBatcher<Entry, Answer>;
};

const wishesOfCaller = 4;

/** Those who send entries, again and again until each has a final answer, and hold every answer against the ledger. */
export class Callers {
  readonly unanswered = new Set<number>();
  gaveUp = 0;
  poisoned = 0;
  readonly #world: World;
  readonly #first = new Map<string, Answer>();
  readonly #counted = new Set<string>();
  #submissions = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Resolves when every caller has an answer for every entry. */
  async act(): Promise<void> {
    const { random } = this.#world;
    const habits = {
      payers: wholeNumber(random, 1, 8),
      groups: wholeNumber(random, 1, 3),
      poison: random.pick([0, 0, 0.05, 0.3]),
    };
    const callers = Array.from({ length: wholeNumber(random, 2, 12) }, (_, caller) => caller);
    await Promise.all(callers.map((caller) => this.#actAs(caller, habits)));
  }

  async #actAs(caller: number, habits: { payers: number; groups: number; poison: number }): Promise<void> {
    const { time, random } = this.#world;
    for (let wish = 0; wish < wishesOfCaller; wish += 1) {
      await time.sleep(random.between(0, random.pick([5, 1_500])));
      const entry = {
        key: `${caller}.${wish}`,
        payer: wholeNumber(random, 1, habits.payers),
        group: wholeNumber(random, 1, habits.groups),
        amount: wholeNumber(random, 1, 3),
        isPoison: random.chance(habits.poison),
      };
      // Who is impatient sends once more before the first sending is answered.
      const sendings = random.chance(0.2) ? 2 : 1;
      await Promise.all(Array.from({ length: sendings }, () => this.#sendUntilTold(entry)));
    }
  }

  async #sendUntilTold(wish: Omit<Entry, 'submission'>): Promise<void> {
    const { time, random, watch } = this.#world;
    for (;;) {
      const entry = { ...wish, submission: ++this.#submissions };
      try {
        this.#hold(entry, await this.#submit(entry));
        return;
      } catch (error) {
        if (error instanceof Rollback && error.failure === 'poisoned') {
          this.poisoned += 1;
          if (!entry.isPoison) watch.violations.push("an entry failed for another one's fault");
          return;
        }
        if (error instanceof QueueFull) watch.wasRefused(entry);
        else if (error instanceof ConnectionLost || error instanceof Rollback) this.gaveUp += 1;
        else throw error;
        await time.sleep(random.between(10, 400));
      }
    }
  }

  async #submit(entry: Entry): Promise<Answer> {
    const { batcher, watch } = this.#world;
    watch.submitted(entry);
    this.unanswered.add(entry.submission);
    try {
      return await batcher.submit(entry);
    } finally {
      this.unanswered.delete(entry.submission);
    }
  }

  /** Asserts that an answer is the ledger's for this key, durable, and the same for every repeat. */
  #hold({ key, isPoison }: Entry, answer: Answer): void {
    const { ledger, watch } = this.#world;
    const note = (violation: string) => watch.violations.push(`${violation}: ${key}, told ${JSON.stringify(answer)}`);
    if (isPoison) note('a poisoned entry was answered');
    if (answer.key !== key) note("another entry's answer");
    const written = ledger.told(key);
    if (answer.verdict === 'insufficient') {
      if (written) note('refused, though it is written');
    } else if (!written) note('answered, though it is not durable');
    else if (written.place !== answer.place || written.balance !== answer.balance)
      note('answered otherwise than recorded');
    if (answer.verdict === 'counted') {
      if (this.#counted.has(key)) note('counted twice');
      this.#counted.add(key);
    }
    const first = this.#first.get(key) ?? answer;
    this.#first.set(key, first);
    if (first.place !== answer.place) note('told otherwise than before');
  }
}

/** Returns a whole number from `low` to `high`, both included. */
export function wholeNumber(random: SeededRandom, low: number, high: number): number {
  return Math.floor(random.between(low, high + 1));
}
