import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Job } from '#/jobs/job.ts';
import { processInBatches, resumableJob, type RunSection } from '#/jobs/resumable-run.ts';
import { credit } from '#/modules/points/index.ts';
import { takeFromBudget } from '#/modules/tasks/claims.store.ts';
import { notifyOfPayment } from '#/modules/tasks/notify-of-rewards.ts';
import type { Services } from '#/services.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import { listUnmarked, markUnlock, type UnmarkedUnlock } from './riddles.store.ts';
import { lastSettledClosing } from './riddle-round.rules.ts';

/**
 * Marks the answers of every settled round and pays the right ones, each fan in their own transaction, at most once
 * under repetition and concurrency. A failing one blocks no other.
 * @throws AggregateError of the failures, after all others
 */
export async function markRiddles(
  { db, log }: Pick<Services, 'db' | 'log'>,
  now: Date,
  section: RunSection<UnmarkedUnlock> = {},
): Promise<void> {
  const closedBy = lastSettledClosing(now);
  const failures = await processInBatches(
    {
      list: (after, most) => listUnmarked(db, { closedBy, after, most }),
      settle: (unlock) => transactionWithRetry(db, (tx) => markAndPay(tx, unlock, now)),
      onFailure: (error, unlock) => log.error({ err: error, ...unlock }, 'the riddles of a fan could not be marked'),
    },
    section,
  );
  if (failures.length > 0) throw new AggregateError(failures, `the riddles of ${failures.length} could not be marked`);
}

/**
 * Marks and pays one unlock. Concurrent runs meet at the unlock's row: the second waits and finds it marked. Lock
 * order: fan, unlock, budget, ledger. An erased fan is paid nothing, because the answers are gone.
 */
async function markAndPay(tx: Transaction<DB>, unlock: UnmarkedUnlock, now: Date): Promise<void> {
  const { fanId } = unlock;
  if (!(await lockRemainingFan(tx, fanId))) return;
  const marked = await markUnlock(tx, unlock, now);
  if (!marked || marked.reward === 0) return;
  await takeFromBudget(tx, { taskId: marked.taskId, points: marked.reward });
  await credit(tx, {
    key: marked.rewardKey,
    receivedAt: now,
    fanId,
    asset: 'POINT',
    amount: marked.reward,
    pool: { kind: 'issue', name: 'riddles' },
    reason: 'riddle_reward',
  });
  const { taskId, reward: points } = marked;
  await notifyOfPayment(tx, { fanId, taskId, subject: `riddles:${unlock.roundId}`, points, at: now });
}

const entry = z.object({ roundId: z.string(), fanId: z.int() });

/**
 * Marks and pays closed rounds of riddles every minute, by the cluster clock: a fast server would mark while others still
 * accept answers.
 */
export function markRiddlesJob(services: Pick<Services, 'db' | 'log' | 'clusterClock'>): Job {
  const { db, clusterClock } = services;
  return resumableJob('mark-riddles', { db, entry }, async (section) =>
    markRiddles(services, await clusterClock(), section),
  );
}
