import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { answerJson, shownAnswer } from './stage.view.ts';

type Queue = DataOf<Contract['GET /operator/api/v1/agent/queue']>;
type Queued = Queue['list'][number];
type QueueRow = Omit<Queued, 'questionId' | 'answer' | 'accountId'> & {
  readonly questionId: number;
  readonly accountId: string | null;
  readonly answer: Parameters<typeof shownAnswer>[0] | null;
};

/** An answered question waits for an operator while it has reports that no decision followed. */
const waits = sql`(q.state = 'held' or (q.state = 'answered' and q.held_for in ('reports', 'childSafety')))`;

/** What waits for an operator: child safety first, then reports, then the oldest. */
export async function readModerationQueue(
  db: Kysely<DB>,
  { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
): Promise<Queue> {
  const { rows } = await sql<QueueRow>`
    select q.id as "questionId", q.text, f.account_id as "accountId", q.held_for as because,
           case when a.id is not null then ${answerJson} end as answer,
           coalesce((select json_agg(json_build_object('reason', r.reason, 'count', r.count) order by r.reason)
                       from (select reason, count(*) as count from ai_answer_report where answer_id = a.id group by reason) r),
                    '[]') as reports
      from ai_question q left join ai_answer a on a.question_id = q.id left join fan f on f.id = q.fan_id
     where ${waits}
     order by q.held_for <> 'childSafety', q.held_for <> 'reports', q.asked_at, q.id
     limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from ai_question q where ${waits}`.execute(db);
  const list = rows.map(({ questionId, accountId, answer, ...row }) => ({
    ...row,
    questionId: String(questionId),
    accountId: accountId ?? '',
    answer: answer && shownAnswer(answer),
  }));
  return { list, total: counts[0]?.total ?? 0, pageNum, pageSize };
}
