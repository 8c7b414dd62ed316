import type { Kysely } from 'kysely';
import { addDays, weekdayOf } from '#/calendar/local-date.ts';
import type { DB } from '#/db/schema.ts';
import type { Task } from './task.ts';
import { taskKind } from './task-type.rules.ts';

/** How many whole weeks a calendar shows before the running one. */
const weeksBefore = 4;

/**
 * The days on which a fan claimed check-ins, by task: from the Monday four weeks before that of `today` on, in order. Names
 * every day, so that the key of claims finds them one by one. Without check-ins nothing is asked.
 */
export async function readCheckInDays(
  db: Kysely<DB>,
  { fanId, tasks, today }: { fanId: number | undefined; tasks: readonly Task[]; today: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const taskIds = tasks.filter((task) => taskKind(task) === 'checkIn').map((task) => task.taskId);
  if (fanId === undefined || taskIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('task_claim')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', calendarDays(today))
    .where('task_id', 'in', taskIds)
    .where('state', '<>', 'refused')
    .orderBy('occurrence')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.taskId)].map(([taskId, days]) => [taskId, days.map((day) => day.occurrence)]),
  );
}

/** The days of a calendar: whole weeks from a Monday on, up to today. */
export function calendarDays(today: string): readonly string[] {
  const days = weeksBefore * 7 + weekdayOf(today);
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
}
