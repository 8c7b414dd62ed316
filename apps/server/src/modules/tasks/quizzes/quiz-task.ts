import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { taskWindow } from '#/modules/tasks/task-standing.rules.ts';
import type { Task } from '#/modules/tasks/task.rules.ts';
import { findTask } from '#/modules/tasks/tasks.store.ts';
import {
  type AskedQuestion,
  type GivenAnswer,
  isInTime,
  notBefore,
  paperOf,
  type PaperQuestion,
  type QuizAttempt,
  type QuizEdition,
} from './quiz.rules.ts';
import { countTries, findEdition, listAsked, writeAnswer } from './quizzes.store.ts';

/** A task with a quiz. */
export type QuizTask = Task & { readonly quizId: string };

/** Finds the task of a quiz from its opening on, and whether it has ended. */
export async function findQuizTask(
  db: Kysely<DB>,
  { taskId, at }: { taskId: string; at: Date },
): Promise<{ task: QuizTask; hasEnded: boolean }> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const { quizId } = task;
  const window = taskWindow(task, at);
  if (quizId === null || window === 'before') throw new Refusal('TASK_NOT_OPEN');
  return { task: { ...task, quizId }, hasEnded: window === 'after' };
}

/** @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED */
export async function findOpenQuizTask(db: Kysely<DB>, wanted: { taskId: string; at: Date }): Promise<QuizTask> {
  const { task, hasEnded } = await findQuizTask(db, wanted);
  if (hasEnded) throw new Refusal('TASK_ENDED');
  return task;
}

/** The tries of an instant's day on the platform. */
export type Tries = { readonly day: string; readonly used: number; readonly left: number; readonly resetAt: Date };

/** Reads a fan's used and remaining tries of the day, and when new ones begin. */
export async function readTries(
  db: Kysely<DB>,
  {
    fanId,
    taskId,
    triesPerDay,
    at,
    timeZone,
  }: { fanId: number; taskId: string; triesPerDay: number; at: Date; timeZone: string },
): Promise<Tries> {
  const day = localDateAt(at, timeZone);
  const used = await countTries(db, { fanId, taskId, day });
  return { day, used, left: Math.max(0, triesPerDay - used), resetAt: startOfLocalDate(addDays(day, 1), timeZone) };
}

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
