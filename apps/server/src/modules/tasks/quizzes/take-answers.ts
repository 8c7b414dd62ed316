import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import {
  type PaperQuestion,
  isInTime,
  notBefore,
  type AskedQuestion,
  type GivenAnswer,
  type QuizAttempt,
  type QuizEdition,
} from './quiz.rules.ts';
import { writeAnswer } from './quizzes.store.ts';

type Taking = {
  readonly attempt: QuizAttempt;
  readonly edition: QuizEdition;
  readonly paper: readonly PaperQuestion[];
  readonly asked: readonly AskedQuestion[];
  readonly receivedAt: Date;
};

/**
 * Stores answers that came in time. The first answer of a question stays, and late ones change nothing. An answer without
 * options skips the question.
 * @returns the asked questions with their current answers
 */
export async function takeAnswers(
  tx: Transaction<DB>,
  answers: readonly GivenAnswer[],
  { attempt, edition, paper, asked, receivedAt }: Taking,
): Promise<readonly AskedQuestion[]> {
  const taken = [...asked];
  for (const answer of answers) {
    const { question, chosen } = readAnswer(answer, { edition, paper });
    const index = taken.findIndex((one) => one.question === question);
    const one = taken[index];
    if (!one) throw new Refusal('QUIZ_ANSWER_UNKNOWN');
    if (one.chosen !== null || !isInTime(one, receivedAt)) continue;
    await writeAnswer(tx, attempt.id, {
      place: one.place,
      chosen,
      answeredAt: notBefore(one.askedAt, receivedAt),
    });
    taken[index] = { ...one, chosen };
  }
  return taken;
}

function readAnswer(
  { questionId, optionIds }: GivenAnswer,
  { edition, paper }: Pick<Taking, 'edition' | 'paper'>,
): { question: number; chosen: readonly number[] } {
  const onPaper = paper.find((candidate) => candidate.questionId === questionId);
  if (!onPaper) throw new Refusal('QUIZ_ANSWER_UNKNOWN');
  const chosen = [...new Set(optionIds)].map((optionId) => {
    const found = onPaper.options.find((candidate) => candidate.optionId === optionId);
    if (!found) throw new Refusal('QUIZ_ANSWER_UNKNOWN');
    return found.option;
  });
  if (chosen.length > 1 && edition.questions[onPaper.question]?.choice === 'single')
    throw new Refusal('QUIZ_ONE_OPTION_ONLY');
  return { question: onPaper.question, chosen };
}
