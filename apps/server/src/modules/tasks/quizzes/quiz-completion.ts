import { taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { CompletionCheck, Completion, CompletionQuery } from '#/modules/tasks/completion-check.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';

/** The quizzes a fan has finished; the claim shows what a passed one paid. */
export const quizParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, begun_at, null, 'started' from quiz_attempt
   where fan_id = ${fanId} and occurrence is not null`;

/** Checks who passed a task's quiz in the current occurrence; the reward is claimed like any other. */
export const quizCompletionCheck: CompletionCheck = {
  typeIds: new Set(taskTypes.quiz),
  async check(db, question) {
    const passed = await listPassed(db, question);
    return new Map(
      question.tasks
        .filter((task) => task.quizId !== null)
        .map((task): [string, Completion] => [
          task.taskId,
          { state: passed.has(`${task.taskId} ${question.occurrences[task.period]}`) ? 'completed' : 'available' },
        ]),
    );
  },
};

/** Tasks and occurrences, joined in one text each. */
async function listPassed(
  db: Kysely<DB>,
  { fanId, tasks, occurrences }: CompletionQuery,
): Promise<ReadonlySet<string>> {
  if (fanId === undefined) return new Set();
  const rows = await db
    .selectFrom('quiz_attempt')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where(
      'task_id',
      'in',
      tasks.map((task) => task.taskId),
    )
    .where('occurrence', 'in', Object.values(occurrences))
    .where('passed', '=', true)
    .execute();
  return new Set(rows.map(({ taskId, occurrence }) => `${taskId} ${occurrence}`));
}
