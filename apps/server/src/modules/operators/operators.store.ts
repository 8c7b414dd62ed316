import type { OperatorRole, Contract, DataOf } from '@lightstick/contract';
import type { Pool } from 'pg';
import { sql, type Transaction, type Kysely } from 'kysely';
import type { Operator } from '#/http/caller.ts';
import type { PersonalData } from '#/services.ts';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';

type ListedOperator = {
  readonly name: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

/** Lists all operators by name, including revoked ones. */
export async function listOperators(ownerPool: Pool): Promise<readonly ListedOperator[]> {
  const { rows } = await ownerPool.query<ListedOperator>(
    `SELECT name, role, created_at AS "createdAt", revoked_at AS "revokedAt" FROM operator ORDER BY name`,
  );
  return rows;
}

/** Revokes an operator with all tokens from the next call on. Returns false without an active operator of that name. */
export async function revokeOperator(ownerPool: Pool, { name, at }: { name: string; at: Date }): Promise<boolean> {
  const { rowCount } = await ownerPool.query(
    `UPDATE operator SET revoked_at = greatest($2, created_at) WHERE name = $1 AND revoked_at IS NULL`,
    [name, at],
  );
  return rowCount === 1;
}

/** Operators' actions stay, under the pseudonym of an erased fan. */
export const operatorPersonalData: PersonalData = {
  erased: [],
  kept: {
    operator_act: 'The audit of operators names fans by their account id alone, which identifies no one after erasure.',
  },
};

/** An operator's action. It identifies fans by account id only, because it outlives them. */
type AuditEntry = {
  /** Null for a command on the server's machine. */
  readonly operator: Pick<Operator, 'id'> | null;
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
      operator_id: act.operator?.id ?? null,
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

type ActsQuestion = PageRequest & {
  /** Filters by the operator's name. */
  readonly operator?: string | undefined;
  readonly subject?: string | undefined;
};

/** Returns a page of operators' actions, newest first. */
export async function readAuditLog(db: Kysely<DB>, { operator, subject, ...asked }: ActsQuestion): Promise<Acts> {
  const acts = db
    .selectFrom('operator_act as a')
    .leftJoin('operator as o', 'o.id', 'a.operator_id')
    .$if(operator !== undefined, (query) => query.where('o.name', '=', operator ?? ''))
    .$if(subject !== undefined, (query) => query.where('a.subject', '=', subject ?? ''));
  const page = await readPage(db, asked, {
    rows: acts
      .select(['a.id', 'a.at', 'o.name as operator', 'o.role', 'a.action', 'a.subject', 'a.why', 'a.before', 'a.after'])
      .$narrowType<{ role: Acts['list'][number]['role'] }>()
      .orderBy('a.id', 'desc'),
    total: acts.select(({ fn }) => fn.countAll<number>().as('total')),
  });
  const list = page.list.map(({ id, at, ...act }) => ({ actId: String(id), at: at.toISOString(), ...act }));
  return { ...page, list };
}
