import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

type HeldQuestion = {
  readonly state: string;
  readonly heldFor: string;
  readonly answerId: number | null;
};

/** Locks the question that an operator decides about. */
export async function lockHeld(tx: Transaction<DB>, questionId: number): Promise<HeldQuestion | undefined> {
  const { rows } = await sql<HeldQuestion>`
    select q.state, q.held_for as "heldFor", (select id from ai_answer where question_id = q.id) as "answerId"
      from ai_question q where q.id = ${questionId} for no key update`.execute(tx);
  return rows[0];
}

type Decision = {
  readonly questionId: number;
  readonly answerId: number | null;
  readonly state: 'waiting' | 'answered' | 'refused';
  readonly show: boolean;
  readonly at: Date;
  /** The time at which the answer is spoken; an answer that was shown before keeps its time in the log. */
  readonly startsAt: Date;
};

/** Writes an operator's decision about a question, its answer and the reports. */
export async function writeDecision(
  tx: Transaction<DB>,
  { questionId, answerId, state, show, at, startsAt }: Decision,
): Promise<void> {
  await sql`
    update ai_question set state = ${state}, held_for = null, reason = ${show ? null : 'operator'},
           over_at = case when ${state} = 'waiting' then null else coalesce(over_at, ${at}) end
     where id = ${questionId}`.execute(tx);
  await sql`
    update ai_answer set hidden_at = case when ${show} then null else coalesce(hidden_at, ${at}) end,
           starts_at = case when ${show} then coalesce(starts_at, ${startsAt}) else starts_at end
     where question_id = ${questionId}`.execute(tx);
  await sql`
    update ai_answer_report set unfounded_at = case when ${show} then greatest(${at}, reported_at) end
     where answer_id = ${answerId}`.execute(tx);
}

/** Locks the host against its owner and other operators until the commit. */
export async function lockHost(tx: Transaction<DB>): Promise<void> {
  await sql`select from ai_host for update`.execute(tx);
}

export async function writeHostSettings(
  tx: Transaction<DB>,
  { state, holdAnswers }: { readonly state: string; readonly holdAnswers: boolean },
): Promise<void> {
  await sql`update ai_host set state = ${state}, hold_answers = ${holdAnswers}`.execute(tx);
}

type LockedAnswer = { readonly questionId: number; readonly heldFor: string | null };

/** Locks an answer that a fan could see, with its question. */
export async function lockAnswer(
  tx: Transaction<DB>,
  { answerId, fanId }: { readonly answerId: number; readonly fanId: number },
): Promise<LockedAnswer | undefined> {
  const { rows } = await sql<LockedAnswer>`
    select q.id as "questionId", q.held_for as "heldFor"
      from ai_answer a join ai_question q on q.id = a.question_id
     where a.id = ${answerId} and a.starts_at is not null and (not q.is_private or q.fan_id = ${fanId})
       for no key update of a, q`.execute(tx);
  return rows[0];
}

/** Puts a locked question into the operators' queue. */
export async function queueForOperators(
  tx: Transaction<DB>,
  questionId: number,
  because: 'childSafety' | 'reports',
): Promise<void> {
  await sql`update ai_question set held_for = ${because} where id = ${questionId}`.execute(tx);
}

/** Takes a locked answer off the stage, unless it is already. */
export async function hideAnswer(tx: Transaction<DB>, answerId: number, at: Date): Promise<void> {
  await sql`update ai_answer set hidden_at = coalesce(hidden_at, ${at}) where id = ${answerId}`.execute(tx);
}
