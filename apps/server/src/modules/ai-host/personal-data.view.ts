import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { forgetAsker } from './questions.store.ts';

/** Questions were public without a name, so they stay without their fan for the rest of their 30 days; open ones go. */
export const aiHostPersonalData: PersonalData = {
  erased: ['ai_question', 'ai_hand', 'ai_answer_report', 'ai_feature_consent', 'ai_featured_fan'],
  kept: {},
  erase: (tx, { id }, now) => forgetAsker(tx, id, now),
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
