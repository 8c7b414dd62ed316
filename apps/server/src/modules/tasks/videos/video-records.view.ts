import { type Language, taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Completion, CompletionCheck } from '#/modules/tasks/completion-check.ts';
import type { Task } from '#/modules/tasks/task.rules.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';
import type { PersonalData } from '#/services.ts';
import { enqueueVideoRemoval } from './video-jobs.ts';
import { undecidedStates } from './video.rules.ts';
import { deleteVideosOf } from './videos.store.ts';

/** The types of tasks with videos. */
const videoTaskTypes: ReadonlySet<number> = new Set<number>(taskTypes.video);

export function isVideoTask({ typeId }: Pick<Task, 'typeId'>): boolean {
  return videoTaskTypes.has(typeId);
}

/** Returns the tasks for which a fan has sent a video: in review, paid or refused. Withdrawn ones do not count. */
export const videoParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, begun_at, reward,
         case state when 'refused' then 'refused' when 'uploading' then 'started' else 'held' end
    from fan_video where fan_id = ${fanId} and state not in ('withdrawn', 'accepted')
  union all
  select task_id, occurrence, paid_at, points, 'awarded' from fan_video_reward where fan_id = ${fanId}`;

/** Checks which tasks are done by a video: awarded when it was accepted, half done in review. */
export const videoCompletionCheck: CompletionCheck = {
  typeIds: videoTaskTypes,
  async check(db, { fanId, tasks, occurrences }) {
    const now = Object.values(occurrences);
    const rewards = fanId === undefined ? [] : await readVideoRewards(db, { fanId, occurrences: now });
    const sent = fanId === undefined ? [] : await listUndecided(db, fanId, now);
    return new Map(
      tasks.map((task) => {
        const isOf = (row: { taskId: string; occurrence: string }) =>
          row.taskId === task.taskId && row.occurrence === occurrences[task.period];
        return [task.taskId, completionOf({ isRewarded: rewards.some(isOf), isSent: sent.some(isOf) })];
      }),
    );
  },
};

/** Returns the fan's half of the task, which is sending a video; the review is the other. */
function completionOf({ isRewarded, isSent }: { isRewarded: boolean; isSent: boolean }): Completion {
  if (isRewarded) return { state: 'awarded' };
  return isSent ? { state: 'available', progress: { done: 1, total: 2 }, awaits: 'review' } : { state: 'available' };
}

/** Lists a fan's uploaded videos of some occurrences without a verdict. */
function listUndecided(db: Kysely<DB>, fanId: number, occurrences: readonly string[]) {
  return db
    .selectFrom('fan_video')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .where('state', 'in', undecidedStates)
    .where('state', '<>', 'uploading')
    .execute();
}

/** Reads a fan's rewards for videos in some occurrences, over all tasks. */
export function readVideoRewards(
  db: Kysely<DB>,
  { fanId, occurrences }: { fanId: number; occurrences: readonly string[] },
): Promise<{ taskId: string; occurrence: string }[]> {
  return db
    .selectFrom('fan_video_reward')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .execute();
}

/** Reads the tasks of accepted videos by the keys of their rewards. */
export async function readVideoRewardTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('fan_video_reward')
    .innerJoin('task', 'task.id', 'fan_video_reward.task_id')
    .select((columns) => [
      'fan_video_reward.key',
      columns.ref('task.title').$castTo<Readonly<Record<Language, string>>>().as('title'),
    ])
    .where('fan_video_reward.fan_id', '=', fanId)
    .where('fan_video_reward.key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row.title[language]]));
}

/** Videos are erased with their fan, files and rows, in any state. The reward stays beside the ledger. */
export const videoPersonalData: PersonalData = {
  erased: ['fan_video'],
  kept: {
    fan_video_reward: 'A reward explains a posting of the ledger, under the same key; of the video it has a number.',
  },
  async erase(tx, { id }) {
    for (const videoId of await deleteVideosOf(tx, id)) await enqueueVideoRemoval(tx, videoId);
  },
  async copy(db, { fan, mostRows }) {
    return { fanVideos: await listNewestVideos(db, fan.id, mostRows) };
  },
};

/** Lists a fan's newest videos with their payments, and their total. */
async function listNewestVideos(db: Kysely<DB>, fanId: number, most: number) {
  const videos = db.selectFrom('fan_video').where('fan_video.fan_id', '=', fanId);
  const { total } = await videos.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await videos
    .leftJoin('fan_video_reward', 'fan_video_reward.video_id', 'fan_video.id')
    .select([
      'fan_video.id as videoId',
      'fan_video.task_id as taskId',
      'title',
      'file_name as fileName',
      'size_bytes as sizeBytes',
      'state',
      'begun_at as begunAt',
      'points',
    ])
    .orderBy('begun_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, begunAt: row.begunAt.toISOString() })) };
}
