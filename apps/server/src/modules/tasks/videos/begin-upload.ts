import { localDateAt } from '#/lib/local-date.ts';
import { Refusal } from '#/errors.ts';
import { assertRewardable, type Attempt } from '#/modules/tasks/open-task.ts';
import { findTask, lockFan } from '#/modules/tasks/tasks.store.ts';
import { occurrencesAt } from '#/modules/tasks/task.rules.ts';
import { taskWindow } from '#/modules/tasks/task-standing.rules.ts';
import type { Services } from '#/services.ts';
import { countOfDay, freeOpenPlace, hasRoom, insertVideo } from './videos.store.ts';
import { readVideoRewards, isVideoTask } from './video-records.view.ts';
import { expiryAfterPart, expiryWithoutPart, mostOpen, mostPerDay } from './video.rules.ts';

export type UploadIntent = Omit<Attempt, 'timeZone'> & {
  readonly videoId: string;
  readonly taskId: string;
  readonly title: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Whether the request that begins the upload includes a part of it. */
  readonly bringsPart: boolean;
};

/**
 * Records a video whose upload begins, if its fan can be paid for it: the promised reward, a place among the fan's
 * unfinished uploads and the day's videos, and disk space. The upload has a day to finish, as long as parts arrive.
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, TASK_ALREADY_AWARDED, VIDEO_TOO_LARGE, VIDEO_UPLOADS_OPEN,
 * VIDEO_DAILY_LIMIT, VIDEO_STORAGE_FULL, and those of `assertRewardable`
 */
export async function beginUpload(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { fanId, taskId, at, videoId, country, social, bringsPart, ...video }: UploadIntent,
): Promise<void> {
  const { maxBytes, diskBytes } = settings.fanVideos;
  if (video.sizeBytes > maxBytes) throw new Refusal('VIDEO_TOO_LARGE', { megabytes: maxBytes / 1_000_000 });
  await db.transaction().execute(async (tx) => {
    const task = await findTask(tx, taskId);
    if (!task || !isVideoTask(task)) throw new Refusal('TASK_NOT_FOUND');
    const window = taskWindow(task, at);
    if (window !== 'within') throw new Refusal(window === 'before' ? 'TASK_NOT_OPEN' : 'TASK_ENDED');
    const timeZone = settings.platformTimeZone;
    const occurrence = occurrencesAt(at, timeZone)[task.period];

    await lockFan(tx, fanId);
    const rewards = await readVideoRewards(tx, { fanId, occurrences: [occurrence] });
    if (rewards.some((reward) => reward.taskId === taskId)) throw new Refusal('TASK_ALREADY_AWARDED');
    await assertRewardable(tx, task, { fanId, at, timeZone, country, social });
    const openPlace = await freeOpenPlace(tx, fanId);
    if (openPlace === undefined) throw new Refusal('VIDEO_UPLOADS_OPEN', { most: mostOpen });
    const day = localDateAt(at, timeZone);
    const dayPlace = (await countOfDay(tx, fanId, day)) + 1;
    if (dayPlace > mostPerDay) throw new Refusal('VIDEO_DAILY_LIMIT', { most: mostPerDay });
    if (!(await hasRoom(tx, video.sizeBytes, { diskBytes, maxBytes }))) throw new Refusal('VIDEO_STORAGE_FULL');
    await insertVideo(tx, {
      ...video,
      id: videoId,
      fanId,
      taskId,
      occurrence,
      reward: task.reward,
      openPlace,
      day,
      dayPlace,
      begunAt: at,
      expiresAt: bringsPart ? expiryAfterPart(at, { begunAt: at }) : expiryWithoutPart(at),
    });
  });
}
