import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { addFeatured, detachMergedBefore } from './questions.store.ts';
import { keptMs } from './stage.view.ts';

/**
 * Decides the featured fan after each midnight of the platform, in any time zone, and forgets what is older than 30
 * days.
 */
export function aiHostJobs({ db, clusterClock, settings }: Pick<Services, 'db' | 'clusterClock' | 'settings'>): Job[] {
  return [
    scheduledJob('feature-fan', async () => {
      const at = await clusterClock();
      await transactionWithRetry(db, (tx) => featureFan(tx, at, settings.platformTimeZone));
    }),
    scheduledJob('forget-questions', async () => {
      const before = new Date((await clusterClock()).getTime() - keptMs);
      await detachMergedBefore(db, before);
      await deleteInBatches(db, { table: 'ai_question', column: 'asked_at', before });
    }),
  ];
}

/** Decides the featured fan of the day before, and tells them. A day is decided once, also without a fan. */
async function featureFan(tx: Transaction<DB>, at: Date, timeZone: string): Promise<void> {
  const day = addDays(localDateAt(at, timeZone), -1);
  const featured = await addFeatured(tx, day, at);
  if (!featured || featured.fanId === null) return;
  const fans = [{ fanId: featured.fanId, parameters: { day, hands: featured.hands } }];
  await notify(tx, { kind: 'featuredFan', subject: day, fans, at });
}
