import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { occurrencesAt } from '#/modules/tasks/index.ts';
import { findOpenQuizTask } from './quiz-task.ts';
import { readTries } from './quiz-tries.ts';
import { hasNext, moreTimeFactor, openQuestion } from './quiz.rules.ts';
import type { QuizAttempt } from './quiz.ts';
import { findEdition, findLastEnded, findPass, findRunning, listAsked } from './quizzes.store.ts';

type Quiz = DataOf<Contract['POST /task/api/v1/taskItem/getQuiz']>;

/**
 * What a fan is told before a quiz, and where they stand with it.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED
 */
export async function readQuiz(
  db: Kysely<DB>,
  { fanId, taskId, at, timeZone }: { fanId: number; taskId: string; at: Date; timeZone: string },
): Promise<Quiz> {
  const task = await findOpenQuizTask(db, { taskId, at });
  const { questionCount, passMark, secondsPerQuestion, triesPerDay } = await findEdition(db, { quizId: task.quizId });
  const tries = await readTries(db, { fanId, taskId, triesPerDay, at, timeZone });
  const occurrence = occurrencesAt(at, timeZone)[task.period];
  const pass = await findPass(db, { fanId, taskId, occurrence });
  const running = await findRunning(db, { fanId, taskId });
  const last = await findLastEnded(db, { fanId, taskId });
  return {
    taskId,
    questionCount,
    passMark,
    secondsPerQuestion,
    moreTimeFactor,
    triesPerDay,
    triesLeft: tries.left,
    triesResetAt: tries.resetAt.toISOString(),
    attempt: running ? await stateOf(db, running, at) : 'none',
    passed: pass !== undefined,
    ...(last && { lastOutcome: showOutcome(last) }),
    answersOpen: pass !== undefined,
  };
}

async function stateOf(db: Kysely<DB>, attempt: QuizAttempt, at: Date): Promise<Quiz['attempt']> {
  const asked = await listAsked(db, attempt.id);
  return openQuestion(asked, at) || hasNext(attempt, asked, at) ? 'asking' : 'asked';
}

/** How an attempt that is over came out. */
export function showOutcome({ rightCount, questionCount, passMark, passed }: QuizAttempt) {
  return { rightCount: rightCount ?? 0, questionCount, passMark, passed };
}
