import type { Language } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '#/lib/event-time.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { insertAnswer, readHost } from './host.store.ts';
import { type MyQuestion, readMyQuestion } from './my-questions.view.ts';
import { judged, languageOf, lengthOf, longestQuestion, tidied } from './question.rules.ts';

/** A fan's questions on a day of the platform. */
const mostADay = 20;
/** Waiting questions from which no more are taken; calls at the same moment may pass it by a few. */
const longestQueue = 200;

type Wish = {
  readonly fanId: number;
  readonly text: string;
  readonly clientId: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly language: Language;
};

/** Asks a question. A cry for help is answered at once with help lines, to its fan alone, and never reaches stage or model. */
export async function askQuestion(tx: Transaction<DB>, wish: Wish): Promise<MyQuestion> {
  // One question of a fan at a time, so that limits hold under concurrent calls.
  await sql`select from fan where id = ${wish.fanId} for no key update`.execute(tx);
  const { rows: asked } = await sql<{ id: number }>`
    select id from ai_question where fan_id = ${wish.fanId} and client_id = ${wish.clientId}`.execute(tx);
  if (asked[0]) return readMyQuestion(tx, asked[0].id, wish.language);

  const text = tidied(wish.text);
  if (text === '') throw new Refusal('QUESTION_REFUSED');
  const verdict = judged(text);
  const host = await readHost(tx);
  // Help lines do not wait for the host.
  if (verdict !== 'crisis' && host.state !== 'open') throw new Refusal('AI_HOST_NOT_OPEN');
  if (lengthOf(text) > longestQuestion) throw new Refusal('QUESTION_TOO_LONG', { most: longestQuestion });
  if (verdict === 'link') throw new Refusal('QUESTION_LINK');
  if (verdict === 'insult') throw new Refusal('QUESTION_REFUSED');
  const day = localDateAt(wish.at, wish.timeZone);
  if (verdict !== 'crisis') await assertMayAsk(tx, wish, day);

  const state = { fine: 'waiting', doubtful: 'held', crisis: 'answered' }[verdict];
  const language = languageOf(text);
  const { rows } = await sql<{ id: number }>`
    insert into ai_question (fan_id, client_id, text, language, state, is_private, held_for, asked_at, day, over_at)
    values (${wish.fanId}, ${wish.clientId}, ${text}, ${language}, ${state}, ${verdict === 'crisis'},
            ${verdict === 'doubtful' ? 'filter' : null}, ${wish.at}, ${day}::date, ${verdict === 'crisis' ? wish.at : null})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A question was inserted without an id');
  if (verdict === 'crisis') {
    const help = {
      questionId: row.id,
      sentences: helpLines[language],
      mode: 'automatic',
      gesture: 'care',
      source: null,
    } as const;
    await insertAnswer(tx, help, { fence: host.fence, at: wish.at, startsAt: wish.at });
  }
  return readMyQuestion(tx, row.id, wish.language);
}

async function assertMayAsk(tx: Transaction<DB>, { fanId, at, timeZone }: Wish, day: string): Promise<void> {
  const { rows } = await sql<{ open: number; today: number; waiting: number }>`
    select count(*) filter (where fan_id = ${fanId} and over_at is null) as open,
           count(*) filter (where fan_id = ${fanId} and day = ${day}::date and not is_private) as today,
           count(*) filter (where state = 'waiting') as waiting
      from ai_question where fan_id = ${fanId} or over_at is null`.execute(tx);
  const { open, today, waiting } = rows[0] ?? { open: 0, today: 0, waiting: 0 };
  if (open > 0) throw new Refusal('QUESTION_OPEN');
  if (today >= mostADay) {
    const nextAt = startOfLocalDate(addDays(localDateAt(at, timeZone), 1), timeZone);
    throw new Refusal('QUESTIONS_USED_UP', { nextAt: eventTime(nextAt, timeZone) });
  }
  if (waiting >= longestQueue) throw new Refusal('QUESTION_QUEUE_FULL');
}

/** Checked by people, and the same for everyone. */
const helpLines = {
  en_US: [
    'I’m a program, and this matters too much for me: please talk to a person now.',
    'In Taiwan, call 1925, free and open day and night; elsewhere, call your local emergency number or go to findahelpline.com.',
    'If you’re in danger right now, call 119 in Taiwan, or your local emergency number.',
  ],
  zh_TW: [
    '我只是一個程式，但這件事很重要，請現在就找人說說話。',
    '在臺灣可以撥打 1925 安心專線，24 小時免費；其他國家請撥打當地的緊急電話，或上 findahelpline.com 查詢。',
    '如果你現在有危險，請立刻撥打 119 或當地的緊急電話。',
  ],
} as const;
