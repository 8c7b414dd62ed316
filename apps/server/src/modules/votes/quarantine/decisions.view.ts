import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from '../activities.view.ts';
import { isVisible } from '../display-freeze.store.ts';

type Decisions = DataOf<Contract['GET /activity/api/v1/vote/decisions']>;

type Row = Omit<Decisions['list'][number], 'decidedAt'> & { decidedAt: Date };

/**
 * One page of what was decided about an activity's votes, newest first, for everybody.
 *
 * @param question `seen` is what the freeze has seen, if the count is hidden: a decision is shown if the votes that it moved are
 */
export async function readDecisions(
  db: Kysely<DB>,
  question: {
    activity: Pick<Activity, 'id'>;
    language: Language;
    seen: string | undefined;
    pageNum: number;
    pageSize: number;
  },
): Promise<Omit<Decisions, 'totals'>> {
  const { activity, language, seen, pageNum, pageSize } = question;
  const shown = sql`c.activity_id = ${activity.id} and ${isVisible('c.xid', seen)}`;
  const { rows } = await sql<Row>`
    select c.id::text as "decisionId", c.verdict, c.reason->>${language} as reason, c.by_rule as "isByRule",
           c.decided_at as "decidedAt", (select sum(d.num) from decided_vote d where d.decision_id = c.id)::bigint as num
      from vote_decision c
     where ${shown}
     order by c.id desc
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from vote_decision c where ${shown}`.execute(db);
  const list = rows.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt.toISOString() }));
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize };
}
