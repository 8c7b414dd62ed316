import type { Transaction, Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { assertSigned, type SignedHeaders } from './callback-signature.ts';
import type { FormParameters } from './form-link.rules.ts';
import { findFormTask } from './form-task.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { occurrencesAt } from '#/modules/tasks/occurrence.rules.ts';
import { findFans, confirmFans, confirmTicket } from './forms.store.ts';

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
 * Applies an operator's list of fans who sent a form. Applying it again changes nothing; a fan listed twice is confirmed
 * once.
 */
export async function confirmByOperator(tx: Transaction<DB>, list: ConfirmingList) {
  const { operator, taskId, why, at } = list;
  const task = await findFormTask(tx, list);
  const occurrence = occurrencesAt(at, list.timeZone)[task.period];
  const fanOf = await findFans(tx, list.fans);
  const found = new Map(list.fans.flatMap((line) => fanOf(line) ?? []).map((fan) => [fan.id, fan]));
  const confirmed = await confirmFans(tx, { fanIds: [...found.keys()], taskId, occurrence, at });
  await recordInAuditLog(tx, {
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

/**
 * Confirms a sent form on a provider's word. The parameter alone identifies the fan; a repeat changes nothing.
 * @param parts.body the signed bytes
 */
export async function confirmByProvider(
  { db, parameters, secret }: { db: Kysely<DB>; parameters: FormParameters; secret: Buffer },
  { parameter, headers, body, at }: { parameter: string; headers: SignedHeaders; body: string; at: Date },
): Promise<'accepted' | 'already'> {
  assertSigned(secret, { headers, body, now: at });
  const isFirst = await confirmTicket(db, parameters.read(parameter, at), at);
  // It was issued here and is in time, so its fan has been erased since.
  if (isFirst === undefined) throw new Refusal('FORM_PARAMETER_INVALID');
  return isFirst ? 'accepted' : 'already';
}
