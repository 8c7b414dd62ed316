import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Operator } from '#/http/operators.ts';

/** What an operator does. Fans stand in it by their account id alone: it outlives them. */
export type Act = {
  readonly operator: Pick<Operator, 'id'>;
  /** The call's path below `/operator/api/v1/`: `forms/confirm`. */
  readonly action: string;
  /** What it is done to, by its kind and id: `task:fan-survey`. */
  readonly subject: string;
  readonly why: string;
  /** What is changed, as it was; JSON, left out where there was nothing. */
  readonly before?: unknown;
  /** And as it becomes. */
  readonly after?: unknown;
  readonly at: Date;
};

/** Writes down what an operator does, in the transaction that does it. Nothing changes it afterwards. */
export async function recordAct(tx: Transaction<DB>, act: Act): Promise<void> {
  await tx
    .insertInto('operator_act')
    .values({
      operator_id: act.operator.id,
      action: act.action,
      subject: act.subject,
      why: act.why,
      before: asJson(act.before),
      after: asJson(act.after),
      at: act.at,
    })
    .execute();
}

function asJson(value: unknown) {
  return value === undefined ? null : sql<string>`${JSON.stringify(value)}::jsonb`;
}
