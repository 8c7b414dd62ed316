import type { Pool } from 'pg';
import type { Hold } from '#/http/hold.ts';
import { machineClock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import { readHold } from './hold.store.ts';

const lookMs = 1_000;

/** Follows the hold of a platform that is held when a process starts. A platform that is not held costs one read. */
export async function watchHold(
  pool: Pool,
  log: Log,
): Promise<Hold & { readonly reason: string | undefined } & Disposable> {
  const hold = await readHold(pool);
  let isHeld = hold !== undefined;
  const waiting: (() => void)[] = [];

  async function look(): Promise<void> {
    if (await readHold(pool)) return;
    isHeld = false;
    timer?.cancel();
    log.info('the platform is open again');
    for (const run of waiting.splice(0)) run();
  }

  const timer = isHeld
    ? machineClock.every(lookMs, () =>
        look().catch((error: unknown) => log.warn({ err: error }, 'the hold of the platform could not be read')),
      )
    : undefined;
  if (hold) log.warn({ reason: hold.reason }, 'the platform is held: `lightstick reopen` opens it');
  return {
    reason: hold?.reason,
    isHeld: () => isHeld,
    whenOpen(run) {
      if (isHeld) waiting.push(run);
      else run();
    },
    [Symbol.dispose]() {
      timer?.cancel();
      waiting.length = 0;
    },
  };
}
