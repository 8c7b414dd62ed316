import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { Refusal } from '#/errors.ts';
import { goThrough, type Stretch } from '#/jobs/go-through.ts';
import type { Services } from '#/services.ts';
import { type DueClaim, listDueClaims } from './held-claims.store.ts';
import { releaseClaim } from './settle-claim.ts';

/**
 * Pays every held claim at which nobody has looked in time, each in a transaction of its own, at most once however often
 * and by however many this runs. One that cannot be paid holds up no other.
 *
 * @throws AggregateError of what failed, when all others of the stretch are done.
 */
export async function releaseDueClaims(
  { db, log }: Pick<Services, 'db' | 'log'>,
  at: Date,
  stretch: Stretch<DueClaim> = {},
): Promise<void> {
  const failures = await goThrough(
    {
      list: (after, most) => listDueClaims(db, { at, after, most }),
      settle: ({ claimId }) =>
        transactionWithRetry(db, (tx) => releaseClaim(tx, { claimId, at })).catch(unlessSettledBefore),
      onFailure: (error, { claimId }) => log.error({ err: error, claimId }, 'a held claim could not be paid'),
    },
    stretch,
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} held claims could not be paid`);
}

/** Somebody has looked in the last moment. */
function unlessSettledBefore(error: unknown): void {
  if (!(error instanceof Refusal && error.reason === 'CLAIM_NOT_HELD')) throw error;
}
