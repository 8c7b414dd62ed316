import type { Contract, InputOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

type Report = InputOf<Contract['POST /jplive/agent/report']>['body']['reason'];
type Wish = { readonly fanId: number; readonly answerId: number; readonly reason: Report; readonly at: Date };

/** The number of reporting fans that hides an answer until an operator has looked at it. */
const reportsToHide = 5;

/**
 * Reports an answer; a fan's repeat changes nothing. It is hidden at once for child safety, and by several fans. An operator
 * who has shown it again has decided: later reports only wait in the queue.
 */
export async function reportAnswer(tx: Transaction<DB>, { fanId, answerId, reason, at }: Wish): Promise<void> {
  const { rows } = await sql<{ questionId: number; heldFor: string | null }>`
    select q.id as "questionId", q.held_for as "heldFor"
      from ai_answer a join ai_question q on q.id = a.question_id
     where a.id = ${answerId} and a.starts_at is not null and (not q.is_private or q.fan_id = ${fanId})
       for no key update of a, q`.execute(tx);
  const [answer] = rows;
  if (!answer) throw new Refusal('ANSWER_NOT_FOUND');
  const { numAffectedRows: added = 0n } = await sql`
    insert into ai_answer_report (answer_id, fan_id, reason, reported_at) values (${answerId}, ${fanId}, ${reason}, ${at})
    on conflict do nothing`.execute(tx);
  if (added === 0n) return;
  const { rows: counts } = await sql<{ fans: number }>`
    select count(*) as fans from ai_answer_report where answer_id = ${answerId}`.execute(tx);
  const heldFor = reason === 'childSafety' || answer.heldFor === 'childSafety' ? 'childSafety' : 'reports';
  await sql`update ai_question set held_for = ${heldFor} where id = ${answer.questionId}`.execute(tx);
  const isHiding = reason === 'childSafety' || (counts[0]?.fans ?? 0) === reportsToHide;
  if (isHiding)
    await sql`update ai_answer set hidden_at = coalesce(hidden_at, ${at}) where id = ${answerId}`.execute(tx);
}
