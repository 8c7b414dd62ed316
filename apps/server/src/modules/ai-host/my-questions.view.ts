import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { helpLines } from './cry-for-help.rules.ts';
import { forgetAsker } from './questions.store.ts';
import { answerJson, showAnswer } from './stage.view.ts';

type MyAgentRoom = NonNullable<DataOf<Contract['GET /activity/api/v1/jplive/agent']>['mine']>;
export type MyQuestion = DataOf<Contract['POST /activity/api/v1/jplive/agent/ask']>;

type MyQuestionRow = {
  readonly questionId: number;
  readonly text: string;
  readonly hands: number;
  readonly askedAt: Date;
  readonly state: MyQuestion['state'];
  readonly reason: keyof typeof reasons | null;
  readonly place: number | null;
  readonly answer: Parameters<typeof showAnswer>[0] | null;
  readonly offersHelp: boolean;
  readonly language: Language;
};

/** Why a question was passed or refused, in words. */
const reasons = {
  time: {
    en_US: 'Other questions had more hands this time. Ask it again, or raise a hand for one like it.',
    zh_TW: '這次其他問題比較多人舉手。你可以再問一次，或替類似的問題舉手。',
  },
  ended: { en_US: 'The room ended before it was picked.', zh_TW: '直播間在輪到你之前就結束了。' },
  unseen: {
    en_US: 'Our team couldn’t look at it in time. You can ask again.',
    zh_TW: '我們來不及查看這個問題，你可以再問一次。',
  },
  operator: {
    en_US: 'Our team found that it doesn’t fit the room’s rules.',
    zh_TW: '我們認為這個問題不符合直播間規範。',
  },
} as const;

/** A question as its fan sees it. Of a merged one it is the answer of the other. */
const mineFrom = sql`
  select q.id as "questionId", q.text, q.hands, q.asked_at as "askedAt", q.state, q.reason,
         q.offers_help as "offersHelp", q.language,
         case when q.state = 'waiting' then 1 + (
           select count(*) from ai_question other
            where other.state = 'waiting'
              and (other.hands > q.hands or (other.hands = q.hands
                and (other.asked_at, other.id) < (q.asked_at, q.id)))) end as place,
         case when a.starts_at is not null and a.hidden_at is null then ${answerJson} end as answer
    from ai_question q left join ai_answer a on a.question_id = coalesce(q.merged_into, q.id)`;

function showQuestion(
  { questionId, askedAt, reason, answer, offersHelp, language: asked, ...row }: MyQuestionRow,
  language: Language,
): MyQuestion {
  return {
    ...row,
    questionId: String(questionId),
    askedAt: askedAt.toISOString(),
    reason: reason && reasons[reason][language],
    answer: answer && showAnswer(answer),
    helpLines: offersHelp ? [...helpLines[asked]] : null,
  };
}

export async function readMyQuestion(db: Kysely<DB>, questionId: number, language: Language): Promise<MyQuestion> {
  const { rows } = await sql<MyQuestionRow>`${mineFrom} where q.id = ${questionId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Question ${questionId} is missing`);
  return showQuestion(row, language);
}

type MineQuestion = { readonly fanId: number; readonly dayStart: Date; readonly language: Language };

/** Reads the fan's newest question that was not withdrawn and is open or ended today, hands that are up, and consent. */
export async function readMine(db: Kysely<DB>, { fanId, dayStart, language }: MineQuestion): Promise<MyAgentRoom> {
  const { rows } = await sql<MyQuestionRow>`
    ${mineFrom} where q.fan_id = ${fanId} and q.state <> 'withdrawn' and (q.over_at is null or q.over_at >= ${dayStart})
     order by q.id desc limit 1`.execute(db);
  const { rows: raised } = await sql<{ id: number }>`
    select q.id from ai_hand h join ai_question q on q.id = h.question_id
     where h.fan_id = ${fanId} and q.state = 'waiting' order by q.id`.execute(db);
  const { rows: consents } = await sql`select from ai_feature_consent where fan_id = ${fanId}`.execute(db);
  const [row] = rows;
  return {
    question: row ? showQuestion(row, language) : null,
    raised: raised.map(({ id }) => String(id)),
    mayBeFeatured: consents.length > 0,
  };
}

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
    select q.text, q.state, q.hands, q.asked_at as at, array_to_string(a.sentences, ' ') as answer,
      count(*) over () as total
      from ai_question q left join ai_answer a on a.question_id = coalesce(q.merged_into, q.id)
        and a.starts_at is not null
     where q.fan_id = ${fanId} order by q.id desc limit ${most}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ text, state, hands, at, answer }) => ({ text, state, hands, answer, askedAt: at.toISOString() })),
  };
}
