import { taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';
import type { CompletionCheck } from '#/modules/tasks/index.ts';

/**
 * Checks tasks that are done by taking part: a grabbed share, an opening or an entry within the task's period. One is enough,
 * whatever it brought: a task that asked for certain prizes would reward buying more.
 * @param timeZone the platform's, which sets days and weeks
 */
export function createLuckCompletionCheck(timeZone: string): CompletionCheck {
  return {
    typeIds: new Set(taskTypes.luck),
    async check(db, { fanId, tasks, occurrences, at }) {
      const last = fanId === undefined ? null : await readLastTime(db, fanId);
      const since = {
        once: new Date(0),
        daily: startOfLocalDate(occurrences.daily, timeZone),
        weekly: startOfWeek(at, timeZone),
      };
      return new Map(
        tasks.map(({ taskId, period }) => {
          const isDone = last !== null && last >= since[period];
          return [taskId, { state: isDone ? 'completed' : 'available' }];
        }),
      );
    },
  };
}

/** When a fan last took part in anything of luck. */
async function readLastTime(db: Kysely<DB>, fanId: number): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select greatest((select max(grabbed_at) from packet_share where fan_id = ${fanId}),
                    (select p.at from participation p where p.fan_id = ${fanId} order by p.id desc limit 1)) as last`.execute(
    db,
  );
  return rows[0]?.last ?? null;
}
