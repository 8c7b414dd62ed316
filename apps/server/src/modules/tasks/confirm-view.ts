import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { findOpenTask, readOwnProgress } from './open-task.ts';
import type { SocialAccounts } from './social-accounts.ts';
import type { LinkType } from './task.ts';
import { taskStanding, claimableAt, dwellSecondsOf } from './task-standing.rules.ts';
import { taskKind } from './task-type.rules.ts';
import { recordVisit } from './tasks.store.ts';

type ViewIntent = {
  readonly fanId: number;
  readonly taskId: string;
  readonly linkType: LinkType;
  readonly receivedAt: Date;
  readonly timeZone: string;
  readonly country: string | undefined;
  readonly social: Pick<SocialAccounts, 'isOn' | 'linksOf'>;
};

/**
 * Begins the visit of a link, by the server's time. Confirming it again in the same occurrence changes nothing, so that
 * a fan who looks twice does not wait twice.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, TASK_LINK_UNKNOWN, TASK_ALREADY_AWARDED, TASK_SOLD_OUT,
 * TASK_ACCOUNT_TOO_NEW, TASK_LEVEL_TOO_LOW, TASK_REGION_CLOSED, CLAIM_HELD, CLAIM_REFUSED
 */
export async function confirmView(tx: Transaction<DB>, intent: ViewIntent) {
  const { fanId, taskId, linkType, receivedAt, country, social } = intent;
  const { task } = await findOpenTask(tx, { ...intent, at: receivedAt, witnesses: [] });
  if (taskKind(task) !== 'visit' || !task.links.some((link) => link.linkType === linkType))
    throw new Refusal('TASK_LINK_UNKNOWN');

  const occurrences = occurrencesAt(receivedAt, intent.timeZone);
  const ownOf = await readOwnProgress(tx, { fanId, taskId, occurrences, social });
  const { state, obstacle } = taskStanding(task, {
    own: ownOf(task),
    testimony: undefined,
    occurrences,
    at: receivedAt,
    country,
    social,
  });
  if (obstacle) throw obstacle.refusal;
  if (state === 'awarded') throw new Refusal('TASK_ALREADY_AWARDED');

  const occurrence = occurrences[task.period];
  const viewedAt = await recordVisit(tx, { fanId, taskId, occurrence, linkType, viewedAt: receivedAt });
  return { taskId, linkType, viewedAt, claimableAt: claimableAt(task, viewedAt), dwellSeconds: dwellSecondsOf(task) };
}
