import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

type Wish = { readonly fanId: number; readonly questionId: number; readonly at: Date };

/** Takes back a question that waits, for the host or for an operator. It still counts towards the day's. */
export async function withdrawQuestion(tx: Transaction<DB>, { fanId, questionId, at }: Wish): Promise<void> {
  const { rows } = await sql<{ state: string; isAnswered: boolean }>`
    select state, picked_at is not null as "isAnswered" from ai_question
     where id = ${questionId} and fan_id = ${fanId} for no key update`.execute(tx);
  const [question] = rows;
  if (!question) throw new Refusal('QUESTION_NOT_FOUND');
  const mayGo = question.state === 'waiting' || (question.state === 'held' && !question.isAnswered);
  if (!mayGo) throw new Refusal('QUESTION_NOT_WAITING');
  await sql`update ai_question set state = 'withdrawn', over_at = ${at} where id = ${questionId}`.execute(tx);
}
