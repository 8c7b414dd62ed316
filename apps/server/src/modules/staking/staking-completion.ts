import { taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';
import type { CompletionCheck } from '#/modules/tasks/index.ts';

/**
 * Checks tasks that are done by staking: a stake that was made within the task's period, of any amount.
 * @param timeZone the platform's, which sets days and weeks
 */
export function createStakingCompletionCheck(timeZone: string): CompletionCheck {
  return {
    typeIds: new Set(taskTypes.stake),
    async check(db, { fanId, tasks, occurrences, at }) {
      const last = fanId === undefined ? null : await readLastStake(db, fanId);
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

async function readLastStake(db: Kysely<DB>, fanId: number): Promise<Date | null> {
  const { rows } = await sql<{ last: Date }>`
    select staked_at as last from stake where fan_id = ${fanId} order by id desc limit 1`.execute(db);
  return rows[0]?.last ?? null;
}
