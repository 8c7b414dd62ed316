import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from '../activities.view.ts';
import { isSeen } from '../display-freeze.store.ts';

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
    activity: Pick<Activity, 'id' | 'period'>;
    language: Language;
    seen: string | undefined;
    pageNum: number;
    pageSize: number;
  },
): Promise<Omit<Decisions, 'totals'>> {
  const { activity, language, seen, pageNum, pageSize } = question;
  const shown = sql`c.activity_id = ${activity.id} and ${isShown(activity, seen)}`;
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

/** A decision and the moves of its votes are one transaction, so the third leg of any of them stands for it. */
function isShown({ period }: Pick<Activity, 'period'>, seen: string | undefined) {
  if (seen === undefined) return sql`true`;
  return sql`exists (
    select from (select vote_id from decided_vote where decision_id = c.id limit 1) d
      join ledger.transfer v on v.book = ${period} and v.id = d.vote_id and v.flag is not null
      join ledger.transfer t on t.book = v.book and t.fan = v.fan and t.unit = v.unit and t.key = v.key and t.leg = 3
     where ${isSeen(seen)})`;
}
