import { taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { CompletionCheck, Completion, CompletionQuery } from '#/modules/tasks/completion-check.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';

/** The quizzes that a fan has tried to the end; what a passed one paid, its claim tells. */
export const quizParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, begun_at, null, 'started' from quiz_attempt
   where fan_id = ${fanId} and occurrence is not null`;

/** Sees who has passed the quiz of a task in the running occurrence; the reward is claimed as any other. */
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

/** Tasks and occurrences, in one text each. */
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
