import type { Contract, DataOf, Language } from '@lightstick/contract';
import { graphemeCount } from '@lightstick/contract/graphemes';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { lockFan } from '#/modules/identity/index.ts';
import { cryForHelp, helpLines } from './cry-for-help.rules.ts';
import { insertAnswer, readHost } from './host.store.ts';
import { type MyQuestion, readMyQuestion } from './my-questions.view.ts';
import { judgeQuestion, languageOf, longestQuestion } from './question.rules.ts';
import {
  addQuestion,
  countQuestions,
  findAsked,
  lockOwnQuestion,
  lockQuestion,
  markWithdrawn,
  setHand,
} from './questions.store.ts';

/** A fan's questions on a day of the platform. */
const mostADay = 20;
/** Waiting questions from which no more are taken; calls at the same moment may pass it by a few. */
const longestQueue = 200;

type AskRequest = {
  readonly fanId: number;
  readonly text: string;
  readonly clientId: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly language: Language;
};

/**
 * Asks a question; a repeat with the same client id gets the first answer. A cry for help is answered at once with help
 * lines, to its fan alone, and never reaches stage or model.
 * @throws Refusal of the contract; IDEMPOTENCY_KEY_REUSED for a client id with another text
 */
export async function askQuestion(tx: Transaction<DB>, question: AskRequest): Promise<MyQuestion> {
  const { fanId, clientId, text } = question;
  // One question of a fan at a time, so that limits hold under concurrent calls.
  await lockFan(tx, fanId);
  const first = await findAsked(tx, { fanId, clientId });
  if (first && first.text !== text) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  if (first) return readMyQuestion(tx, first.id, question.language);

  // Before the text is judged, so that no pattern sees a long one.
  if (graphemeCount(text) > longestQuestion) throw new Refusal('QUESTION_TOO_LONG', { most: longestQuestion });
  const verdict = judgeQuestion(text);
  const host = await readHost(tx);
  // Help lines do not wait for the host.
  if (verdict !== 'crisis' && host.state !== 'open') throw new Refusal('AI_HOST_NOT_OPEN');
  if (verdict === 'link') throw new Refusal('QUESTION_LINK');
  if (verdict === 'insult') throw new Refusal('QUESTION_REFUSED');
  const day = localDateAt(question.at, question.timeZone);
  if (verdict !== 'crisis') await assertMayAsk(tx, question, day);

  const state = ({ fine: 'waiting', unclear: 'waiting', doubtful: 'held', crisis: 'answered' } as const)[verdict];
  const language = languageOf(text);
  const questionId = await addQuestion(tx, {
    fanId,
    clientId,
    text,
    language,
    state,
    isPrivate: verdict === 'crisis',
    offersHelp: verdict !== 'crisis' && cryForHelp(text) === 'possible',
    heldFor: verdict === 'doubtful' ? 'filter' : null,
    askedAt: question.at,
    day,
    overAt: verdict === 'crisis' ? question.at : null,
  });
  if (verdict === 'crisis') {
    const help = {
      questionId,
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
  return readMyQuestion(tx, questionId, question.language);
}

async function assertMayAsk(tx: Transaction<DB>, { fanId, at, timeZone }: AskRequest, day: string): Promise<void> {
  const { open, today, waiting } = await countQuestions(tx, { fanId, day });
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
  const question = await lockOwnQuestion(tx, { questionId, fanId });
  if (!question) throw new Refusal('QUESTION_NOT_FOUND');
  const mayGo = question.state === 'waiting' || (question.state === 'held' && !question.isAnswered);
  if (!mayGo) throw new Refusal('QUESTION_NOT_WAITING');
  await markWithdrawn(tx, questionId, at);
}

type HandsRaised = DataOf<Contract['POST /activity/api/v1/jplive/agent/raiseHand']>;
type HandChange = { readonly fanId: number; readonly questionId: number; readonly raised: boolean; readonly at: Date };

/** Raises or lowers a hand; a repeat changes nothing. */
export async function raiseHand(
  tx: Transaction<DB>,
  { fanId, questionId, raised, at }: HandChange,
): Promise<HandsRaised> {
  const question = await lockQuestion(tx, questionId);
  // Held questions are known to their fan and operators only.
  const isHidden = !question || question.isPrivate || question.state === 'held' || question.state === 'refused';
  if (isHidden) throw new Refusal('QUESTION_NOT_FOUND');
  if (question.fanId === fanId) throw new Refusal('QUESTION_OWN');
  if (question.state !== 'waiting') throw new Refusal('QUESTION_NOT_WAITING');
  return { raised, hands: await setHand(tx, { fanId, questionId, raised, at }) };
}
