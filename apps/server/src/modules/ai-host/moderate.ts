import type { Contract, DataOf, InputOf } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { weighReport } from '#/modules/reports/index.ts';
import { readHost } from './host.store.ts';
import { leadMs } from './sentence-times.rules.ts';
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

type Decision = {
  readonly questionId: number;
  readonly show: boolean;
  readonly why: string;
  readonly operator: Operator;
  readonly at: Date;
};

/** Lets a question into the queue or its answer onto the stage, or refuses it. */
export async function decideQuestion(
  tx: Transaction<DB>,
  { questionId, show, why, operator, at }: Decision,
): Promise<DataOf<Contract['POST /operator/api/v1/agent/decide']>> {
  const { rows } = await sql<{ state: string; heldFor: string; answerId: number | null }>`
    select q.state, q.held_for as "heldFor", (select id from ai_answer where question_id = q.id) as "answerId"
      from ai_question q where q.id = ${questionId} for no key update`.execute(tx);
  const [question] = rows;
  if (!question) throw new Refusal('QUESTION_NOT_FOUND');
  const isReported = question.state === 'answered' && ['reports', 'childSafety'].includes(question.heldFor);
  if (question.state !== 'held' && !isReported) throw new Refusal('QUESTION_NOT_HELD');
  const state = show ? (question.answerId === null ? 'waiting' : 'answered') : 'refused';
  await sql`
    update ai_question set state = ${state}, held_for = null, reason = ${show ? null : 'operator'},
           over_at = case when ${state} = 'waiting' then null else coalesce(over_at, ${at}) end
     where id = ${questionId}`.execute(tx);
  // One that was shown before keeps its time in the log.
  const startsAt = new Date(at.getTime() + leadMs);
  await sql`
    update ai_answer set hidden_at = case when ${show} then null else coalesce(hidden_at, ${at}) end,
           starts_at = case when ${show} then coalesce(starts_at, ${startsAt}) else starts_at end
     where question_id = ${questionId}`.execute(tx);
  await sql`
    update ai_answer_report set unfounded_at = case when ${show} then greatest(${at}, reported_at) end
     where answer_id = ${question.answerId}`.execute(tx);
  await recordInAuditLog(tx, {
    action: 'agent/decide',
    subject: `question:${questionId}`,
    operator,
    why,
    before: { state: question.state, because: question.heldFor },
    after: { state },
    at,
  });
  return { state };
}

type Change = InputOf<Contract['POST /operator/api/v1/agent/settings']>['body'] & {
  readonly operator: Operator;
  readonly at: Date;
};
type HostSettings = DataOf<Contract['POST /operator/api/v1/agent/settings']>;

/** Opens, pauses or ends the room. A question that the host is answering is answered; the others wait or are passed. */
export async function changeHostSettings(tx: Transaction<DB>, change: Change): Promise<HostSettings> {
  await sql`select from ai_host for update`.execute(tx);
  const host = await readHost(tx);
  const before: HostSettings = { state: host.state, holdAnswers: host.holdAnswers };
  const after: HostSettings = {
    state: change.state ?? before.state,
    holdAnswers: change.holdAnswers ?? before.holdAnswers,
  };
  await sql`update ai_host set state = ${after.state}, hold_answers = ${after.holdAnswers}`.execute(tx);
  const { operator, why, at } = change;
  await recordInAuditLog(tx, { action: 'agent/settings', subject: 'agent:host', operator, why, before, after, at });
  return after;
}

type Report = InputOf<Contract['POST /activity/api/v1/jplive/agent/report']>['body']['reason'];
type Reporting = { readonly fanId: number; readonly answerId: number; readonly reason: Report; readonly at: Date };

/** The number of reporting fans that hides an answer until an operator has looked at it. */
const reportsToHide = 5;

/**
 * Reports an answer; a fan's repeat changes nothing. A report for child safety hides it at once, and so do several fans whose
 * reports may hide. Reports that an operator found unfounded no longer count; after one for child safety, later ones of that
 * kind only wait in the queue.
 * @throws Refusal ANSWER_NOT_FOUND or REPORTS_USED_UP
 */
export async function reportAnswer(tx: Transaction<DB>, { fanId, answerId, reason, at }: Reporting): Promise<void> {
  const { rows } = await sql<{ questionId: number; heldFor: string | null }>`
    select q.id as "questionId", q.held_for as "heldFor"
      from ai_answer a join ai_question q on q.id = a.question_id
     where a.id = ${answerId} and a.starts_at is not null and (not q.is_private or q.fan_id = ${fanId})
       for no key update of a, q`.execute(tx);
  const [answer] = rows;
  if (!answer) throw new Refusal('ANSWER_NOT_FOUND');
  const { rows: before } = await sql`
    select from ai_answer_report where answer_id = ${answerId} and fan_id = ${fanId}`.execute(tx);
  if (before.length > 0) return;
  const hides = await weighReport(tx, { fanId, reason, at });
  await sql`
    insert into ai_answer_report (answer_id, fan_id, reason, reported_at, hides)
    values (${answerId}, ${fanId}, ${reason}, ${at}, ${hides})`.execute(tx);
  const { rows: counts } = await sql<{ fans: number; isCleared: boolean }>`
    select count(*) filter (where hides and unfounded_at is null) as fans,
           coalesce(bool_or(reason = 'childSafety' and unfounded_at is not null), false) as "isCleared"
      from ai_answer_report where answer_id = ${answerId}`.execute(tx);
  const { fans = 0, isCleared = false } = counts[0] ?? {};
  const heldFor = reason === 'childSafety' || answer.heldFor === 'childSafety' ? 'childSafety' : 'reports';
  await sql`update ai_question set held_for = ${heldFor} where id = ${answer.questionId}`.execute(tx);
  const isHiding = hides && ((reason === 'childSafety' && !isCleared) || fans >= reportsToHide);
  if (isHiding)
    await sql`update ai_answer set hidden_at = coalesce(hidden_at, ${at}) where id = ${answerId}`.execute(tx);
}
