import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import {
  type PaperQuestion,
  isInTime,
  notBefore,
  paperOf,
  type AskedQuestion,
  type GivenAnswer,
  type QuizAttempt,
  type QuizEdition,
} from './quiz.rules.ts';
import { findEdition, listAsked, writeAnswer } from './quizzes.store.ts';

/** An attempt with its questions. */
type AttemptPaper = {
  readonly edition: QuizEdition;
  readonly paper: readonly PaperQuestion[];
  readonly asked: readonly AskedQuestion[];
};

/**
 * Stores answers that came in time. The first answer of a question stays, and late ones change nothing. An answer without
 * options skips the question.
 * @returns the attempt's paper, and the asked questions with their current answers
 * @throws Refusal QUIZ_ANSWER_UNKNOWN, QUIZ_ONE_OPTION_ONLY
 */
export async function takeAnswers(
  tx: Transaction<DB>,
  attempt: QuizAttempt,
  { answers, receivedAt }: { readonly answers: readonly GivenAnswer[]; readonly receivedAt: Date },
): Promise<AttemptPaper> {
  const edition = await findEdition(tx, attempt);
  const paper = paperOf(edition, attempt);
  const asked = [...(await listAsked(tx, attempt.id))];
  for (const answer of answers) {
    const { question, chosen } = readAnswer(answer, { edition, paper });
    const index = asked.findIndex((one) => one.question === question);
    const one = asked[index];
    if (!one) throw new Refusal('QUIZ_ANSWER_UNKNOWN');
    if (one.chosen !== null || !isInTime(one, receivedAt)) continue;
    await writeAnswer(tx, attempt.id, {
      place: one.place,
      chosen,
      answeredAt: notBefore(one.askedAt, receivedAt),
    });
    asked[index] = { ...one, chosen };
  }
  return { edition, paper, asked };
}

function readAnswer(
  { questionId, optionIds }: GivenAnswer,
  { edition, paper }: Pick<AttemptPaper, 'edition' | 'paper'>,
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
