import { createMicroBatcher } from '#/lib/micro-batcher.ts';
import { randomFromSeed } from '#/lib/random-from-seed.ts';
import { BatchWatch } from './batch-watch.ts';
import { Callers, wholeNumber } from './simulated-callers.ts';
import { type Fate, FaultyLink } from './simulated-network.ts';
import { type Answer, type Entry, ModelLedger, Rollback } from './model-ledger.ts';
import { VirtualTime } from './virtual-time.ts';

export type Simulation = {
  /** Every broken promise, in words. */
  readonly violations: readonly string[];
  /** How often something has happened, so that a test can see that it does. */
  readonly met: Readonly<Record<Fate | 'refused' | 'gaveUp' | 'poisoned' | 'counted', number>>;
};

const faultsForMs = 4_000;
/** Longer than any pause; who has no answer by then never will. */
const patienceMs = 600_000;

/**
 * Runs callers, a batcher and a ledger in a separate world. First requests are lost, delayed, repeated and torn, and
 * nothing unsafe may come of it; then all faults heal, and every caller must get an answer. The same seed is the same
 * run.
 */
export async function simulate(seed: string): Promise<Simulation> {
  const random = randomFromSeed(seed, 'world');
  const time = new VirtualTime(randomFromSeed(seed, 'order'));
  const ledger = new ModelLedger(wholeNumber(random, 2, 12));
  const link = new FaultyLink(time, randomFromSeed(seed, 'link'), ledger, random.between(0, 0.9));
  const bounds = {
    writers: wholeNumber(random, 1, 4),
    batchMax: wholeNumber(random, 1, 8),
    queueMax: wholeNumber(random, 2, 12),
    retryForMs: random.pick([0, 100, 1_000]),
  };
  const watch = new BatchWatch(bounds);
  const batcher = createMicroBatcher<Entry, Answer>({
    ...bounds,
    timing: time,
    groupOf: (entry) => entry.group,
    payerOf: (entry) => entry.payer,
    classify: (error) => (error instanceof Rollback ? error.failure : 'outcome-unknown'),
    write: (entries, writer) => {
      const back = watch.leaves(entries, writer, time.monotonicMs());
      return link.write(entries).finally(back);
    },
  });
  const callers = new Callers({ time, random: randomFromSeed(seed, 'callers'), ledger, watch, batcher });
  const { violations } = watch;

  const acting = watchEnd(callers.act());
  time.after(random.between(0, faultsForMs), () => {
    const taken = [...callers.unanswered];
    void batcher.drain().then(() => {
      if (taken.some((submission) => callers.unanswered.has(submission)))
        violations.push('drained before all were told');
    });
  });
  await time.pass(acting.isOver, faultsForMs);
  link.heal();
  await time.pass(acting.isOver, patienceMs);
  if (acting.isOver()) await acting.done;
  else violations.push(`${callers.unanswered.size} entries have no answer though all is healed`);
  const draining = watchEnd(batcher.drain());
  await time.pass(draining.isOver, patienceMs);
  if (!draining.isOver() || batcher.pending > 0) violations.push(`not drained: ${batcher.pending} are pending`);
  // What is still on its way arrives at last, when everybody has been told already.
  const rows = ledger.rows.length;
  await time.pass(() => false, patienceMs);
  if (ledger.rows.length > rows) violations.push(`${ledger.rows.length - rows} entries counted after the last answer`);
  violations.push(...ledger.broken());
  const { gaveUp, poisoned } = callers;
  return { violations, met: { ...link.met, refused: watch.refused.size, gaveUp, poisoned, counted: rows } };
}

/** Watches whether a promise has settled, for a simulation that must not await it. `done` reports its error. */
function watchEnd(work: Promise<unknown>) {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  done.catch(() => undefined);
  return { isOver: () => isOver, done };
}
