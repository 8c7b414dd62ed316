import { Refusal } from '#/errors.ts';
import type { Clock } from '#/lib/clock.ts';

/** Well below the duration of a heavy read, because a waiting call counts against the limit of calls in flight. */
const patienceMs = 5_000;
/** For all heavy reads together, so that waiting calls never block votes. */
const mostWaiting = 200;
let waiting = 0;

/** Waits for a heavy read. Throws Refusal OVERLOADED after some seconds, or at once when too many calls wait. */
export async function waitBriefly<Result>(clock: Clock, reading: Promise<Result>): Promise<Result> {
  if (waiting >= mostWaiting) throw new Refusal('OVERLOADED');
  const answered = new AbortController();
  waiting += 1;
  try {
    return await Promise.race([reading, refuseLater(clock, answered.signal)]);
  } finally {
    waiting -= 1;
    answered.abort();
  }
}

async function refuseLater(clock: Clock, signal: AbortSignal): Promise<never> {
  await clock.sleep(patienceMs, { signal, ref: false });
  throw new Refusal('OVERLOADED');
}
