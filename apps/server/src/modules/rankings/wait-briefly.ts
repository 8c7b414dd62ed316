import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#/errors.ts';

/** Well below what a heavy reading may take: whoever waits counts as a call in flight, of which a process bears so many. */
const patienceMs = 5_000;
/** Of all heavy readings together, so that those who wait can never keep votes out. */
const mostWaiting = 200;
let waiting = 0;

/** Waits for a heavy reading. Throws Refusal OVERLOADED after some seconds, or at once where too many wait already. */
export async function waitBriefly<Result>(reading: Promise<Result>): Promise<Result> {
  if (waiting >= mostWaiting) throw new Refusal('OVERLOADED');
  const answered = new AbortController();
  waiting += 1;
  try {
    return await Promise.race([reading, refuseLater(answered.signal)]);
  } finally {
    waiting -= 1;
    answered.abort();
  }
}

async function refuseLater(signal: AbortSignal): Promise<never> {
  await pause(patienceMs, undefined, { signal, ref: false });
  throw new Refusal('OVERLOADED');
}
