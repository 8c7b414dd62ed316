import { taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import type { CompletionCheck, Completion, CompletionQuery } from '#/modules/tasks/completion-check.ts';
import { readTotals } from './invite-records.view.ts';

/** Counted friends of a fan: ever, today and this week. */
type Counted = Readonly<Record<'once' | 'daily' | 'weekly', number>>;

/**
 * Counts the friends for tasks that ask for some. A friend counts when the inviter was paid after the first counted vote,
 * in the day and week of the payment. Friends beyond the inviter's limit bring nothing and do not count.
 * @param timeZone the platform's, which sets days and weeks
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

/** Rewarded invites have a place, whose index finds them. */
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
