import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type Attempt, findOpenTask, readStanding } from './open-task.ts';
import { claimableAt, dwellSecondsOf } from './task-standing.rules.ts';
import { taskKind } from './task-type.rules.ts';
import type { LinkType } from './task.ts';
import { recordVisit } from './tasks.store.ts';

type ViewIntent = Attempt & { readonly taskId: string; readonly linkType: LinkType };

/**
 * Starts the visit of a link by the server's clock. A repeat in the same occurrence keeps the first start, so that a
 * second look does not restart the wait.
 */
export async function confirmView(tx: Transaction<DB>, { taskId, linkType, ...attempt }: ViewIntent) {
  const { task } = await findOpenTask(tx, taskId, { ...attempt, completionChecks: [] });
  if (taskKind(task) !== 'visit' || !task.links.some((link) => link.linkType === linkType))
    throw new Refusal('TASK_LINK_UNKNOWN');

  const { standing, occurrence } = await readStanding(tx, { task, completion: undefined }, attempt);
  if (standing.obstacle) throw standing.obstacle.refusal;
  if (standing.state === 'awarded') throw new Refusal('TASK_ALREADY_AWARDED');

  const { fanId, at } = attempt;
  const viewedAt = await recordVisit(tx, { fanId, taskId, occurrence, linkType, viewedAt: at });
  return { taskId, linkType, viewedAt, claimableAt: claimableAt(task, viewedAt), dwellSeconds: dwellSecondsOf(task) };
}
