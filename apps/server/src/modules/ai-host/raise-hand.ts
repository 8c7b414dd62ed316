import type { Contract, DataOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

type Raised = DataOf<Contract['POST /jplive/agent/raiseHand']>;
type Wish = { readonly fanId: number; readonly questionId: number; readonly raised: boolean; readonly at: Date };

/** Raises or lowers a hand; a repeat changes nothing. */
export async function raiseHand(tx: Transaction<DB>, { fanId, questionId, raised, at }: Wish): Promise<Raised> {
  const { rows } = await sql<{ fanId: number | null; state: string; isPrivate: boolean }>`
    select fan_id as "fanId", state, is_private as "isPrivate" from ai_question
     where id = ${questionId} for no key update`.execute(tx);
  const [question] = rows;
  // Held questions are known to their fan and operators only.
  const isHidden = !question || question.isPrivate || question.state === 'held' || question.state === 'refused';
  if (isHidden) throw new Refusal('QUESTION_NOT_FOUND');
  if (question.fanId === fanId) throw new Refusal('QUESTION_OWN');
  if (question.state !== 'waiting') throw new Refusal('QUESTION_NOT_WAITING');
  const { numAffectedRows: changed = 0n } = raised
    ? await sql`
        insert into ai_hand (question_id, fan_id, raised_at) values (${questionId}, ${fanId}, ${at})
        on conflict do nothing`.execute(tx)
    : await sql`delete from ai_hand where question_id = ${questionId} and fan_id = ${fanId}`.execute(tx);
  const by = Number(changed) * (raised ? 1 : -1);
  const { rows: counts } = await sql<{ hands: number }>`
    update ai_question set hands = hands + ${by} where id = ${questionId} returning hands`.execute(tx);
  return { raised, hands: counts[0]?.hands ?? 0 };
}
