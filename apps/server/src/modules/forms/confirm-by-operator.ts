import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Operator } from '#/http/operators.ts';
import { recordAct } from '#/modules/operators/index.ts';
import { occurrencesAt } from '#/modules/tasks/index.ts';
import { findFans } from './find-fans.view.ts';
import { findFormTask } from './form-task.ts';
import { confirmFans } from './forms.store.ts';

type ConfirmingList = {
  readonly operator: Operator;
  readonly taskId: string;
  readonly fans: readonly string[];
  readonly why: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly devPages: boolean;
};

/**
 * Takes an operator's list of who has sent a form. A list that was taken before changes nothing; a fan who stands in it
 * twice is confirmed once.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_WITHOUT_FORM, TASK_NOT_OPEN, TASK_ENDED
 */
export async function confirmByOperator(tx: Transaction<DB>, list: ConfirmingList) {
  const { operator, taskId, why, at } = list;
  const task = await findFormTask(tx, list);
  const occurrence = occurrencesAt(at, list.timeZone)[task.period];
  const fanOf = await findFans(tx, list.fans);
  const found = new Map(list.fans.flatMap((line) => fanOf(line) ?? []).map((fan) => [fan.id, fan]));
  const confirmed = await confirmFans(tx, { fanIds: [...found.keys()], taskId, occurrence, at });
  await recordAct(tx, {
    operator,
    action: 'forms/confirm',
    subject: `task:${taskId}`,
    why,
    after: { occurrence, confirmed: [...confirmed].map((fanId) => found.get(fanId)?.accountId) },
    at,
  });

  const yetToTell = new Set(confirmed);
  const lines = list.fans.map((line) => {
    const fan = fanOf(line);
    if (!fan) return { fan: line, outcome: 'unknown' as const };
    return { fan: line, outcome: yetToTell.delete(fan.id) ? ('accepted' as const) : ('already' as const) };
  });
  return { taskId, occurrence, lines };
}
