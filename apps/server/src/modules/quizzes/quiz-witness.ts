import type { Kysely } from 'kysely';
import { taskTypes } from '@lightstick/contract';
import type { DB } from '#/db/schema.ts';
import type { TaskWitness, Testimony, WitnessQuestion } from '#/modules/tasks/index.ts';

/** Sees who has passed the quiz of a task in the running occurrence; the reward is claimed as any other. */
export const quizWitness: TaskWitness = {
  typeIds: new Set(taskTypes.quiz),
  async testify(db, question) {
    const passed = await listPassed(db, question);
    return new Map(
      question.tasks
        .filter((task) => task.quizId !== null)
        .map((task): [string, Testimony] => [
          task.taskId,
          { state: passed.has(`${task.taskId} ${question.occurrences[task.period]}`) ? 'completed' : 'available' },
        ]),
    );
  },
};

/** Tasks and occurrences, in one text each. */
async function listPassed(
  db: Kysely<DB>,
  { fanId, tasks, occurrences }: WitnessQuestion,
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
