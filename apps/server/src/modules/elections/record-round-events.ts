import { transactionWithRetry } from '#/db/retry.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { recordEvent } from '#/modules/webhooks/index.ts';
import type { Services } from '#/services.ts';
import { listFrozenRounds, listOpenedRounds } from './moved-ends.store.ts';

/**
 * Records for webhooks that rounds have opened and that their counts are hidden, each once. Rounds open by the clock alone, and
 * votes wait while a freeze is taken, so neither records it itself.
 */
export function recordRoundEventsJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return scheduledJob('record-round-events', async () => {
    const at = await clusterClock();
    for (const { activityId, round, closesAt } of await listOpenedRounds(db, at)) {
      const facts = { activityId, round, closesAt: closesAt.toISOString() };
      const subject = `${activityId} ${round}`;
      await transactionWithRetry(db, (tx) => recordEvent(tx, { type: 'round.opened', subject, facts, at }));
    }
    for (const { activityId, round, frozenAt, closesAt } of await listFrozenRounds(db, at)) {
      const facts = { activityId, round, frozenAt: frozenAt.toISOString(), closesAt: closesAt.toISOString() };
      const subject = `${activityId} ${round}`;
      await transactionWithRetry(db, (tx) => recordEvent(tx, { type: 'round.frozen', subject, facts, at }));
    }
  });
}
