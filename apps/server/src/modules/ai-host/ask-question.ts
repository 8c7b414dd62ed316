import type { Contract, DataOf, Language } from '@lightstick/contract';
import { graphemeCount } from '@lightstick/contract/graphemes';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { cryForHelp } from './cry-for-help.rules.ts';
import { helpLines } from './help-lines.ts';
import { insertAnswer, readHost } from './host.store.ts';
import { type MyQuestion, readMyQuestion } from './my-questions.view.ts';
import { judged, languageOf, longestQuestion } from './question.rules.ts';

/** A fan's questions on a day of the platform. */
const mostADay = 20;
/** Waiting questions from which no more are taken; calls at the same moment may pass it by a few. */
const longestQueue = 200;

type Question = {
  readonly fanId: number;
  readonly text: string;
  readonly clientId: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly language: Language;
};

/**
 * Asks a question; a repeat with the same client id gets the first answer. A cry for help is answered at once with help lines, to its fan alone, and never reaches stage or model.
 * @throws Refusal of the contract; IDEMPOTENCY_KEY_REUSED for a client id with another text
 */
export async function askQuestion(tx: Transaction<DB>, question: Question): Promise<MyQuestion> {
  // One question of a fan at a time, so that limits hold under concurrent calls.
  await sql`select from fan where id = ${question.fanId} for no key update`.execute(tx);
  const { text } = question;
  const { rows: asked } = await sql<{ id: number; text: string }>`
    select id, text from ai_question where fan_id = ${question.fanId} and client_id = ${question.clientId}`.execute(tx);
  const [first] = asked;
  if (first && first.text !== text) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  if (first) return readMyQuestion(tx, first.id, question.language);

  // Before the text is judged, so that no pattern sees a long one.
  if (graphemeCount(text) > longestQuestion) throw new Refusal('QUESTION_TOO_LONG', { most: longestQuestion });
  const verdict = judged(text);
  const host = await readHost(tx);
  // Help lines do not wait for the host.
  if (verdict !== 'crisis' && host.state !== 'open') throw new Refusal('AI_HOST_NOT_OPEN');
  if (verdict === 'link') throw new Refusal('QUESTION_LINK');
  if (verdict === 'insult') throw new Refusal('QUESTION_REFUSED');
  const day = localDateAt(question.at, question.timeZone);
  if (verdict !== 'crisis') await assertMayAsk(tx, question, day);

  const state = { fine: 'waiting', unclear: 'waiting', doubtful: 'held', crisis: 'answered' }[verdict];
  const language = languageOf(text);
  const { rows } = await sql<{ id: number }>`
    insert into ai_question (fan_id, client_id, text, language, state, is_private, offers_help, held_for, asked_at, day, over_at)
    values (${question.fanId}, ${question.clientId}, ${text}, ${language}, ${state}, ${verdict === 'crisis'},
            ${verdict !== 'crisis' && cryForHelp(text) === 'possible'}, ${verdict === 'doubtful' ? 'filter' : null}, ${question.at}, ${day}::date, ${verdict === 'crisis' ? question.at : null})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A question was inserted without an id');
  if (verdict === 'crisis') {
    const help = {
      questionId: row.id,
      sentences: helpLines[language],
      mode: 'automatic',
      model: null,
      gesture: 'care',
      outcome: 'answered',
      suggestions: [],
      source: null,
    } as const;
    await insertAnswer(tx, help, { fence: host.fence, at: question.at, startsAt: question.at });
  }
  return readMyQuestion(tx, row.id, question.language);
}

async function assertMayAsk(tx: Transaction<DB>, { fanId, at, timeZone }: Question, day: string): Promise<void> {
  const { rows } = await sql<{ open: number; today: number; waiting: number }>`
    select count(*) filter (where fan_id = ${fanId} and over_at is null) as open,
           count(*) filter (where fan_id = ${fanId} and day = ${day}::date and not is_private) as today,
           count(*) filter (where state = 'waiting') as waiting
      from ai_question where fan_id = ${fanId} or over_at is null`.execute(tx);
  const { open, today, waiting } = rows[0] ?? { open: 0, today: 0, waiting: 0 };
  if (open > 0) throw new Refusal('QUESTION_OPEN');
  if (today >= mostADay) {
    const nextAt = startOfLocalDate(addDays(localDateAt(at, timeZone), 1), timeZone);
    throw new Refusal('QUESTIONS_USED_UP', { nextAt: eventTime(nextAt, timeZone, at) });
  }
  if (waiting >= longestQueue) throw new Refusal('QUESTION_QUEUE_FULL');
}

type Withdrawal = { readonly fanId: number; readonly questionId: number; readonly at: Date };

/** Takes back a question that waits, for the host or for an operator. It still counts towards the day's. */
export async function withdrawQuestion(tx: Transaction<DB>, { fanId, questionId, at }: Withdrawal): Promise<void> {
  const { rows } = await sql<{ state: string; isAnswered: boolean }>`
    select state, picked_at is not null as "isAnswered" from ai_question
     where id = ${questionId} and fan_id = ${fanId} for no key update`.execute(tx);
  const [question] = rows;
  if (!question) throw new Refusal('QUESTION_NOT_FOUND');
  const mayGo = question.state === 'waiting' || (question.state === 'held' && !question.isAnswered);
  if (!mayGo) throw new Refusal('QUESTION_NOT_WAITING');
  await sql`update ai_question set state = 'withdrawn', over_at = ${at} where id = ${questionId}`.execute(tx);
}

type Raised = DataOf<Contract['POST /activity/api/v1/jplive/agent/raiseHand']>;
type Raising = { readonly fanId: number; readonly questionId: number; readonly raised: boolean; readonly at: Date };

/** Raises or lowers a hand; a repeat changes nothing. */
export async function raiseHand(tx: Transaction<DB>, { fanId, questionId, raised, at }: Raising): Promise<Raised> {
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
