import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { drain } from '#/jobs/drain.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { findOpenMove, holdNotices, listVoters, noteNotices } from './moved-ends.store.ts';

const fansAtOnce = 1_000;

/**
 * Tells all who have cast or held votes of an election that its end was moved. Each batch commits how far it came, so that a
 * run can stop anywhere.
 */
export function notifyOfMovedEndsJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return scheduledJob('notify-of-moved-ends', async () => {
    const at = await clusterClock();
    const isDone = await drain(() => transactionWithRetry(db, (tx) => notifyNext(tx, at)), startTimeBudget());
    if (!isDone) await enqueueNextRun(db, 'notify-of-moved-ends');
  });
}

/** Notifies the next fans of the first move that is not done. Returns whether there was one. */
async function notifyNext(tx: Transaction<DB>, at: Date): Promise<boolean> {
  const moved = await findOpenMove(tx);
  if (!moved) return false;
  const { id, activityId, title, unit, formerEnd, newEnd, reason } = moved;
  const after = await holdNotices(tx, id);
  if (after === undefined) return true;
  const voters = await listVoters(tx, { unit, after, most: fansAtOnce });
  const parameters = {
    activityId,
    title,
    reason,
    formerEnd: formerEnd.toISOString(),
    newEnd: newEnd.toISOString(),
  };
  const fans = voters.map((fanId) => ({ fanId, parameters }));
  if (fans.length > 0) await notify(tx, { kind: 'endMoved', subject: String(id), fans, at });
  await noteNotices(tx, { movedEnd: id, lastFan: voters.at(-1) ?? after, isDone: voters.length < fansAtOnce });
  return true;
}
