import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { SocialAccounts } from '#/modules/tasks/social-accounts.ts';
import type { Services } from '#/services.ts';
import { completeExams } from './complete-exams.ts';
import { getQuestion, showQuestion } from './get-question.ts';
import { readAnswers, readQuiz, showOutcome } from './quiz.view.ts';

/** Routes of quizzes: the introduction, the questions, the end, and the answers afterwards. */
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
