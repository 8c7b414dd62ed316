import { taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import type { CompletionCheck, Completion, CompletionQuery } from '#/modules/tasks/completion-check.ts';
import { readTotals } from './invite-records.view.ts';

/** How many friends were counted for a fan: ever, today and this week. */
type Counted = Readonly<Record<'once' | 'daily' | 'weekly', number>>;

/**
 * Sees how many friends a fan has brought for the tasks that ask for some. A friend counts when the first vote has been
 * counted and the inviter was paid for it, and in the day and week in which that was. Friends beyond the places that an
 * inviter has bring nothing, and do not count here either.
 *
 * @param timeZone the platform's, by whose midnight days and weeks begin.
 */
export function createInviteCompletionCheck(timeZone: string): CompletionCheck {
  return {
    typeIds: new Set(taskTypes.invite),
    async check(db, { fanId, tasks, occurrences, at }) {
      if (fanId === undefined) return new Map(tasks.map((task) => [task.taskId, { state: 'available' }]));
      const counted = await countFriends(db, {
        fanId,
        since: { daily: startOfLocalDate(occurrences.daily, timeZone), weekly: startOfWeek(at, timeZone) },
      });
      const { pendingPoints } = await readTotals(db, fanId);
      return new Map(tasks.map((task) => [task.taskId, completionOf(task, { counted, pendingPoints })]));
    },
  };
}

function completionOf(
  { period, goal }: CompletionQuery['tasks'][number],
  { counted, pendingPoints }: { counted: Counted; pendingPoints: number },
): Completion {
  const done = Math.min(counted[period], goal);
  return { state: done === goal ? 'completed' : 'available', progress: { done, total: goal }, pendingPoints };
}

/** Those who were paid for have one of the inviter's places, by whose index they are found. */
async function countFriends(
  db: Kysely<DB>,
  { fanId, since }: { fanId: number; since: { readonly daily: Date; readonly weekly: Date } },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*) as once,
           count(*) filter (where settled_at >= ${since.daily}) as daily,
           count(*) filter (where settled_at >= ${since.weekly}) as weekly
      from invite
     where inviter_id = ${fanId} and place is not null`.execute(db);
  return rows[0] ?? { once: 0, daily: 0, weekly: 0 };
}
