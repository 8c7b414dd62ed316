import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { TaskWitness, Testimony } from '#/modules/tasks/index.ts';
import { readVideoRewards } from './video-rewards.view.ts';
import { videoTaskTypes } from './video-task.ts';
import { undecidedStates } from './video.rules.ts';

/** Sees which tasks were done by a video: awarded when it was accepted, half done while it waits for that. */
export const videoWitness: TaskWitness = {
  typeIds: videoTaskTypes,
  async testify(db, { fanId, tasks, occurrences }) {
    const now = Object.values(occurrences);
    const rewards = fanId === undefined ? [] : await readVideoRewards(db, { fanId, occurrences: now });
    const sent = fanId === undefined ? [] : await listUndecided(db, fanId, now);
    return new Map(
      tasks.map((task) => {
        const isOf = (row: { taskId: string; occurrence: string }) =>
          row.taskId === task.taskId && row.occurrence === occurrences[task.period];
        return [task.taskId, testimonyOf({ isRewarded: rewards.some(isOf), isSent: sent.some(isOf) })];
      }),
    );
  },
};

/** Sending a video is the fan's half of the task; the other half is the review. */
function testimonyOf({ isRewarded, isSent }: { isRewarded: boolean; isSent: boolean }): Testimony {
  if (isRewarded) return { state: 'awarded' };
  return isSent ? { state: 'available', progress: { done: 1, total: 2 }, awaits: 'review' } : { state: 'available' };
}

/** The fan's videos of some occurrences that are whole and wait to be judged. */
export function listUndecided(db: Kysely<DB>, fanId: number, occurrences: readonly string[]) {
  return db
    .selectFrom('fan_video')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .where('state', 'in', undecidedStates)
    .where('state', '<>', 'uploading')
    .execute();
}
