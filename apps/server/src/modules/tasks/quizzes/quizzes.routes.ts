import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import type { SocialAccounts } from '#/modules/tasks/completion-check.ts';
import { occurrencesAt } from '#/modules/tasks/task.rules.ts';
import type { Services } from '#/services.ts';
import { lockFan } from '#/modules/identity/index.ts';
import { getQuestion, showQuestion } from './get-question.ts';
import { findOpenQuizTask, readTries, takeAnswers, type Tries } from './quiz-task.ts';
import { countRight, type GivenAnswer, notBefore, paperOf, type QuizAttempt } from './quiz.rules.ts';
import { readAnswers, readQuiz, showOutcome } from './quiz.view.ts';
import * as store from './quizzes.store.ts';

/** Registers the routes of quizzes: the introduction, the questions, the end, and the answers afterwards. */
export function quizRoutes(
  server: FastifyInstance,
  { db, settings, social }: Pick<Services, 'db' | 'settings'> & { readonly social: SocialAccounts },
): void {
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /task/api/v1/taskItem/getQuiz', ({ fan, body, receivedAt }) =>
    readQuiz(db, { fanId: fan.id, ...body, at: receivedAt, timeZone }),
  );

  handle(server, 'POST /task/api/v1/taskItem/getQuestion', async ({ fan, body, language, country, receivedAt }) => {
    const { questionCount, asking } = await db
      .transaction()
      .execute((tx) => getQuestion(tx, { fanId: fan.id, ...body, receivedAt, timeZone, country, social }));
    return { taskId: body.taskId, questionCount, question: asking ? showQuestion(asking, language) : null };
  });

  handle(server, 'POST /task/api/v1/taskItem/completeExams', async ({ fan, body, receivedAt }) => {
    const { attempt, tries } = await db
      .transaction()
      .execute((tx) => completeExams(tx, { fanId: fan.id, ...body, receivedAt, timeZone }));
    return {
      taskId: body.taskId,
      ...showOutcome(attempt),
      triesLeft: tries.left,
      triesResetAt: tries.resetAt.toISOString(),
    };
  });

  handle(server, 'POST /task/api/v1/taskItem/getAnswer', ({ fan, body, language, receivedAt }) =>
    readAnswers(db, { fanId: fan.id, ...body, language, at: receivedAt, timeZone }),
  );
}

type Completion = {
  readonly fanId: number;
  readonly taskId: string;
  readonly answers: readonly GivenAnswer[];
  readonly receivedAt: Date;
  readonly timeZone: string;
};

/**
 * Ends the running attempt with its last answer and marks it. Answers that were in time count, however late this comes. A
 * repeat, recognised by its answer ids, gets the attempt's result and ends no other.
 */
async function completeExams(
  tx: Transaction<DB>,
  completion: Completion,
): Promise<{ attempt: QuizAttempt; tries: Tries }> {
  const { fanId, taskId, answers, receivedAt, timeZone } = completion;
  const task = await findOpenQuizTask(tx, { taskId, at: receivedAt });
  await lockFan(tx, fanId);
  const ended = await store.findLastEnded(tx, { fanId, taskId });
  const running = await store.findRunning(tx, { fanId, taskId });
  const isRepeat = answers.length === 0 ? !running : ended && (await isOf(tx, ended, answers));
  const { triesPerDay } = await store.findEdition(tx, { quizId: task.quizId });
  const tries = await readTries(tx, { fanId, taskId, triesPerDay, at: receivedAt, timeZone });
  if (ended && isRepeat) return { attempt: ended, tries };
  if (!running) throw new Refusal(ended ? 'QUIZ_ANSWER_UNKNOWN' : 'QUIZ_NOT_BEGUN');

  const endedAt = notBefore(running.begunAt, receivedAt);
  const occurrence = occurrencesAt(endedAt, timeZone)[task.period];
  return { attempt: await end(tx, running, { answers, receivedAt, endedAt, occurrence }), tries };
}

/** Returns whether answers have ids of an attempt. */
async function isOf(tx: Transaction<DB>, attempt: QuizAttempt, answers: readonly GivenAnswer[]): Promise<boolean> {
  const paper = paperOf(await store.findEdition(tx, attempt), attempt);
  const ids = new Set(paper.map(({ questionId }) => questionId));
  return answers.every(({ questionId }) => ids.has(questionId));
}

async function end(
  tx: Transaction<DB>,
  attempt: QuizAttempt,
  {
    answers,
    receivedAt,
    endedAt,
    occurrence,
  }: { answers: readonly GivenAnswer[]; receivedAt: Date; endedAt: Date; occurrence: string },
): Promise<QuizAttempt> {
  const { edition, asked } = await takeAnswers(tx, attempt, { answers, receivedAt });
  return store.endAttempt(tx, attempt.id, {
    endedAt,
    occurrence,
    rightCount: countRight(edition, asked),
  });
}
