import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';

/** Questions were public without a name, so they stay without their fan for the rest of their 30 days; open ones go. */
export const aiHostPersonalData: PersonalData = {
  erased: ['ai_question', 'ai_hand', 'ai_answer_report', 'ai_feature_consent', 'ai_featured_fan'],
  kept: {},
  async erase(tx, { id }, now) {
    await sql`update ai_question set state = 'withdrawn', over_at = ${now}
               where fan_id = ${id} and state in ('waiting', 'held')`.execute(tx);
    // What only its fan could see goes with them.
    await sql`delete from ai_question q where fan_id = ${id} and state in ('withdrawn', 'refused', 'passed')
                 and not exists (select from ai_question other where other.merged_into = q.id)`.execute(tx);
    await sql`delete from ai_question where fan_id = ${id} and is_private`.execute(tx);
    await sql`update ai_question set fan_id = null where fan_id = ${id}`.execute(tx);
    // A waiting question must not be picked by a hand that is gone; others keep the number by which they were.
    await sql`update ai_question q set hands = hands - 1 from ai_hand h
               where h.question_id = q.id and h.fan_id = ${id} and q.over_at is null and q.picked_at is null`.execute(
      tx,
    );
    await sql`delete from ai_hand where fan_id = ${id}`.execute(tx);
    await sql`delete from ai_answer_report where fan_id = ${id}`.execute(tx);
    await sql`delete from ai_feature_consent where fan_id = ${id}`.execute(tx);
    await sql`update ai_featured_fan set fan_id = null, question_id = null, hands = null where fan_id = ${id}`.execute(
      tx,
    );
  },
  async copy(db, { fan, mostRows }) {
    return { hostQuestions: await readQuestions(db, fan.id, mostRows) };
  },
};

async function readQuestions(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['hostQuestions']> {
  const { rows } = await sql<{
    text: string;
    state: string;
    hands: number;
    at: Date;
    answer: string | null;
    total: number;
  }>`
    select q.text, q.state, q.hands, q.asked_at as at, array_to_string(a.sentences, ' ') as answer, count(*) over () as total
      from ai_question q left join ai_answer a on a.question_id = coalesce(q.merged_into, q.id) and a.starts_at is not null
     where q.fan_id = ${fanId} order by q.id desc limit ${most}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ text, state, hands, at, answer }) => ({ text, state, hands, answer, askedAt: at.toISOString() })),
  };
}
