import type { Contract, DataOf } from '@lightstick/contract';
import { sql, type Transaction, type Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Operator } from '#/http/caller.ts';

/** An operator's action. It identifies fans by account id only, because it outlives them. */
type AuditEntry = {
  readonly operator: Pick<Operator, 'id'>;
  /** The call's path below `/operator/api/v1/`: `forms/confirm`. */
  readonly action: string;
  /** The target by kind and id: `task:fan-survey`. */
  readonly subject: string;
  readonly why: string;
  /** The previous state as JSON; omitted without one. */
  readonly before?: unknown;
  /** The new state as JSON. */
  readonly after?: unknown;
  readonly at: Date;
};

/** Records an operator's action in its own transaction; entries are immutable. */
export async function recordInAuditLog(tx: Transaction<DB>, act: AuditEntry): Promise<void> {
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

type Acts = DataOf<Contract['GET /operator/api/v1/acts/list']>;

type ActsQuestion = {
  /** Filters by the operator's name. */
  readonly operator?: string | undefined;
  readonly subject?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** Returns a page of operators' actions, newest first. */
export async function readAuditLog(
  db: Kysely<DB>,
  { operator, subject, pageNum, pageSize }: ActsQuestion,
): Promise<Acts> {
  const acts = db
    .selectFrom('operator_act as a')
    .leftJoin('operator as o', 'o.id', 'a.operator_id')
    .$if(operator !== undefined, (query) => query.where('o.name', '=', operator ?? ''))
    .$if(subject !== undefined, (query) => query.where('a.subject', '=', subject ?? ''));
  const { total } = await acts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await acts
    .select(['a.id', 'a.at', 'o.name as operator', 'o.role', 'a.action', 'a.subject', 'a.why', 'a.before', 'a.after'])
    .$narrowType<{ role: Acts['list'][number]['role'] }>()
    .orderBy('a.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const list = rows.map(({ id, at, ...act }) => ({ actId: String(id), at: at.toISOString(), ...act }));
  return { list, total, pageNum, pageSize };
}
