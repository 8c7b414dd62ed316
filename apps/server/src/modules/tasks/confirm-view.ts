import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { findOpenTask } from './open-task.ts';
import type { LinkType } from './task.ts';
import { listClaims, recordVisit } from './tasks.store.ts';
import { claimableAt, dwellSecondsOf } from './visit.rules.ts';

type ViewIntent = {
  readonly fanId: number;
  readonly taskId: string;
  readonly linkType: LinkType;
  readonly receivedAt: Date;
  readonly timeZone: string;
};

/**
 * Begins the visit of a link, by the server's time. Confirming it again in the same occurrence changes nothing, so that
 * a fan who looks twice does not wait twice.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, TASK_LINK_UNKNOWN, TASK_ALREADY_AWARDED
 */
export async function confirmView(tx: Transaction<DB>, intent: ViewIntent) {
  const { fanId, taskId, linkType, receivedAt } = intent;
  const task = await findOpenTask(tx, taskId, receivedAt);
  if (!task.links.some((link) => link.linkType === linkType)) throw new Refusal('TASK_LINK_UNKNOWN');

  const occurrence = occurrencesAt(receivedAt, intent.timeZone)[task.period];
  const claims = await listClaims(tx, { fanId, taskId, occurrences: [occurrence] });
  if (claims.length > 0) throw new Refusal('TASK_ALREADY_AWARDED');

  const viewedAt = await recordVisit(tx, { fanId, taskId, occurrence, linkType, viewedAt: receivedAt });
  return { taskId, linkType, viewedAt, claimableAt: claimableAt(task, viewedAt), dwellSeconds: dwellSecondsOf(task) };
}
