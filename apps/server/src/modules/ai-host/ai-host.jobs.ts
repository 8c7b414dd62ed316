import { sql } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { featureFan } from './feature-fan.ts';
import { keptMs } from './stage.view.ts';

/** Decides the featured fan after each midnight of the platform, whatever its zone, and forgets what is older than 30 days. */
export function aiHostJobs({ db, clusterClock, settings }: Pick<Services, 'db' | 'clusterClock' | 'settings'>): Job[] {
  return [
    {
      name: 'feature-fan',
      // Zones begin their days at quarters of an hour.
      schedule: '1,16,31,46 * * * *',
      async run() {
        const at = await clusterClock();
        await transactionWithRetry(db, (tx) => featureFan(tx, at, settings.platformTimeZone));
      },
    },
    {
      name: 'forget-questions',
      schedule: '50 3 * * *',
      async run() {
        const before = new Date((await clusterClock()).getTime() - keptMs);
        // A merged question may be younger than the one it points to, which goes first.
        await sql`update ai_question q set state = 'withdrawn', merged_into = null
                    from ai_question other where other.id = q.merged_into and other.asked_at < ${before}`.execute(db);
        await deleteInBatches(db, { table: 'ai_question', column: 'asked_at', before });
      },
    },
  ];
}
