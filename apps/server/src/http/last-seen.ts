import type { Pool } from 'pg';
import { batchedLookUp } from '#/batching/index.ts';
import type { Clock } from '#/clock.ts';
import type { Log } from '#/log.ts';

/** A fan who looks at their devices wants to know the day and the hour, which is not worth a write for every call. */
const staleMs = 5 * 60_000;

/** One statement at a time: however many fans come at once, it takes one connection and nobody waits for it. */
const writes = { readers: 1, batchMax: 200 };

/** Notes that a device was there. */
export type LastSeen = (signIn: { readonly id: string; readonly lastSeenAtMs: number }) => void;

/** Writes down when devices were last there, beside the calls and not within them. */
export function createLastSeen({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }): LastSeen {
  const write = batchedLookUp<string, never>(async (signInIds) => {
    await writeSeen(pool, signInIds, clock.now());
    return new Map<string, never>();
  }, writes);

  return ({ id, lastSeenAtMs }) => {
    if (clock.now().getTime() - lastSeenAtMs < staleMs) return;
    write(id).catch((error: unknown) => log.warn({ err: error }, 'when devices were last seen was not written'));
  };
}

/** Rows that somebody else holds are left out: what holds them writes the same, or ends them. */
async function writeSeen(pool: Pool, signInIds: readonly string[], now: Date): Promise<void> {
  await pool.query({
    name: 'sign-ins-seen',
    text: `UPDATE sign_in SET last_seen_at = $2
             FROM (SELECT id FROM sign_in WHERE id = ANY ($1::uuid[]) AND last_seen_at < $2
                      FOR NO KEY UPDATE SKIP LOCKED) AS seen
            WHERE sign_in.id = seen.id`,
    values: [signInIds, now],
  });
}
