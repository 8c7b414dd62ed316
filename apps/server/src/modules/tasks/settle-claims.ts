import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { processInBatches, type RunSection, runSectionOf } from '#/jobs/resumable-run.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { payClaim } from './claim-task.ts';
import {
  returnToBudget,
  settleHeld,
  type SettledClaim,
  type DueClaim,
  listDueClaims,
  deleteCountsBefore,
} from './claims.store.ts';

/**
 * Pays a held claim. Concurrent calls serialise on the claim's row; only the first continues to the ledger, whose locks
 * come last.
 *
 * @throws Refusal CLAIM_NOT_HELD
 */
export async function releaseClaim(
  tx: Transaction<DB>,
  { claimId, at }: { claimId: string; at: Date },
): Promise<SettledClaim> {
  const claim = await settleHeld(tx, { claimId, state: 'awarded', refusal: null, at });
  if (!claim) throw new Refusal('CLAIM_NOT_HELD');
  await payClaim(tx, { ...claim, key: claimId, at });
  return claim;
}

/**
 * Refuses a held claim and returns its Points to the budget. The lock order is claim, budget.
 *
 * @throws Refusal CLAIM_NOT_HELD
 */
export async function refuseClaim(
  tx: Transaction<DB>,
  { claimId, reason, at }: { claimId: string; reason: Readonly<Record<Language, string>>; at: Date },
): Promise<SettledClaim> {
  const claim = await settleHeld(tx, { claimId, state: 'refused', refusal: reason, at });
  if (!claim) throw new Refusal('CLAIM_NOT_HELD');
  await returnToBudget(tx, claim);
  return claim;
}

/**
 * Pays each held claim whose deadline has passed, in its own transaction and once, however many processes run it. One
 * failure does not stop the others.
 *
 * @throws AggregateError of the failures, after the rest of the batch.
 */
async function releaseDueClaims(
  { db, log }: Pick<Services, 'db' | 'log'>,
  at: Date,
  stretch: RunSection<DueClaim> = {},
): Promise<void> {
  const failures = await processInBatches(
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

/** An operator settled the claim concurrently. */
function unlessSettledBefore(error: unknown): void {
  if (!(error instanceof Refusal && error.reason === 'CLAIM_NOT_HELD')) throw error;
}

const releasing = 'release-held-claims';
const dueClaim = z.object({ claimId: z.string(), releaseAt: z.coerce.date() });

/** The jobs that pay overdue held claims, and delete old counts each night. */
export function claimJobs(services: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): Job[] {
  const { db, clock, settings } = services;
  return [
    {
      name: releasing,
      schedule: '*/5 * * * *',
      run: (payload) =>
        releaseDueClaims(services, clock.now(), runSectionOf({ db, name: releasing, entry: dueClaim }, payload)),
    },
    {
      name: 'forget-claim-counts',
      schedule: '50 3 * * *',
      run: () => deleteCountsBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
    },
  ];
}
