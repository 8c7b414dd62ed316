import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { readMyAnswers } from './riddles.view.ts';
import { normaliseText } from '#/lib/normalise-text.ts';
import { type MyAnswers, roundState } from './riddle-round.rules.ts';
import { findRound, type GivenAnswer, listRiddles, lockUnlock, saveAnswers } from './riddles.store.ts';

type AnswerIntent = {
  readonly fanId: number;
  readonly roundId: string;
  readonly answers: readonly { readonly riddleId: string; readonly answer: string }[];
  readonly receivedAt: Date;
};

/**
 * Stores all of a fan's answers to riddles of an unlocked round, or none. Their receipt counts; answers delayed until after
 * the marking are refused.
 * @returns all answers of the fan in the round
 */
export async function submitAnswers(
  tx: Transaction<DB>,
  { fanId, roundId, answers, receivedAt }: AnswerIntent,
): Promise<MyAnswers> {
  const round = await findRound(tx, roundId);
  if (!round) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const state = roundState(round, receivedAt);
  if (state === 'coming') throw new Refusal('RIDDLE_ROUND_NOT_OPEN');
  if (state === 'closed') throw new Refusal('RIDDLE_ROUND_ENDED');
  const unlock = await lockUnlock(tx, fanId, roundId);
  if (!unlock) throw new Refusal('RIDDLE_ROUND_LOCKED');
  if (unlock.markedAt) throw new Refusal('RIDDLE_ROUND_ENDED');

  const riddles = await listRiddles(tx, [roundId]);
  const riddleIds = new Set(riddles.map((riddle) => riddle.riddleId));
  const given = answers.map(({ riddleId, answer }): GivenAnswer => {
    if (!riddleIds.has(riddleId)) throw new Refusal('RIDDLE_NOT_FOUND');
    const normalised = normaliseText(answer);
    if (normalised === '') throw new Refusal('RIDDLE_ANSWER_EMPTY');
    return { riddleId, answer, normalised };
  });
  await saveAnswers(tx, { fanId, roundId, answers: given, answeredAt: receivedAt });
  return readMyAnswers(tx, { fanId, roundId });
}
