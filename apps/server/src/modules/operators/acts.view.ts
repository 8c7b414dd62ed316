import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Acts = DataOf<Contract['GET /operator/api/v1/acts/list']>;

type ActsQuestion = {
  /** The name of an operator, where only theirs are asked for. */
  readonly operator?: string | undefined;
  readonly subject?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** One page of what operators have done, newest first: of all, of one operator, or to one subject. */
export async function readActs(db: Kysely<DB>, { operator, subject, pageNum, pageSize }: ActsQuestion): Promise<Acts> {
  const acts = db
    .selectFrom('operator_act as a')
    .innerJoin('operator as o', 'o.id', 'a.operator_id')
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
