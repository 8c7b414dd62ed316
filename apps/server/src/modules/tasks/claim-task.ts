import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { credit } from '#/modules/points/index.ts';
import { claimKey } from './claim-key.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { findOpenTask } from './open-task.ts';
import { readOwnProgress } from './own-progress.ts';
import { streakReward } from './streak.rules.ts';
import type { Task } from './task.ts';
import { isClaimable, taskStanding, type TaskStanding } from './task-state.rules.ts';
import { insertClaim } from './tasks.store.ts';

type ClaimIntent = {
  readonly fanId: number;
  readonly taskId: string;
  readonly receivedAt: Date;
  readonly timeZone: string;
};

/**
 * Pays the reward of a task that is really done: once for each fan, task and occurrence, whatever keys the requests carry.
 *
 * The row of the claim is what rivals meet on: the second waits for the first and finds it taken. Only the one that took
 * it goes on to the ledger, whose locks therefore always come after.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, TASK_ALREADY_AWARDED, TASK_NOT_DONE, TASK_VISIT_TOO_SHORT
 */
export async function claimTask(tx: Transaction<DB>, { fanId, taskId, receivedAt, timeZone }: ClaimIntent) {
  const task = await findOpenTask(tx, taskId, receivedAt);
  const occurrences = occurrencesAt(receivedAt, timeZone);
  const ownOf = await readOwnProgress(tx, { fanId, taskId, occurrences });
  const standing = taskStanding(task, { own: ownOf(task), occurrences, at: receivedAt });
  assertDone(task, standing, receivedAt);

  const { streak } = standing;
  const occurrence = occurrences[task.period];
  const points = streak ? streakReward(streak) : task.reward;
  const key = claimKey({ fanId, taskId, occurrence });
  const taken = await insertClaim(tx, {
    fanId,
    taskId,
    occurrence,
    points,
    streakDay: streak?.day ?? null,
    key,
    claimedAt: receivedAt,
  });
  if (!taken) throw new Refusal('TASK_ALREADY_AWARDED');

  const pointsLeft = await credit(tx, {
    key,
    receivedAt,
    fanId,
    asset: 'POINT',
    amount: points,
    pool: { kind: 'issue', name: 'tasks' },
    reason: 'task_reward',
  });
  return { taskId, points, pointsLeft, streak: streak && { ...streak, claimedToday: true } };
}

function assertDone(task: Task, standing: TaskStanding, at: Date): void {
  if (standing.state === 'awarded') throw new Refusal('TASK_ALREADY_AWARDED');
  if (isClaimable(task, standing)) return;
  const { unvisited, runningUntil } = standing.visited;
  if (unvisited > 0 || !runningUntil) throw new Refusal('TASK_NOT_DONE');
  throw new Refusal('TASK_VISIT_TOO_SHORT', { seconds: Math.ceil((runningUntil.getTime() - at.getTime()) / 1000) });
}
