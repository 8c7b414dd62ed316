import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { localDateAt } from '#/lib/local-date.ts';
import { taskWindow } from '#/modules/tasks/task-standing.rules.ts';
import { occurrencesAt } from '#/modules/tasks/task.rules.ts';
import { listTasks } from '#/modules/tasks/tasks.store.ts';
import type { Services } from '#/services.ts';
import { faceRows } from '#/modules/identity/index.ts';
import type { VideoLinks } from './serve-video.ts';
import { isVideoTask, videoCompletionCheck } from './video-records.view.ts';
import { StorageUnavailable, type VideoStorage } from './video-storage.ts';
import { chunkBytes, type FanVideo, maxEdge, maxSeconds, minSeconds, mostPerDay, refusalTexts } from './video.rules.ts';
import { countOfDay, videoColumns } from './videos.store.ts';

type MyVideos = DataOf<Contract['POST /task/api/v1/fanVideo/getMyVideos']>;
type ShownVideo = MyVideos['list'][number];
type FanVideoRow = FanVideo & {
  readonly taskTitle: Readonly<Record<Language, string>>;
  readonly points: number | null;
};

type VideoViewing = {
  readonly storage: Pick<VideoStorage, 'arrivedBytes'>;
  readonly links: VideoLinks;
  readonly language: Language;
  readonly at: Date;
};

/**
 * Reads a page of a fan's videos, newest first, without withdrawn ones. Only unfinished ones cost a request to the
 * storage.
 */
export async function readMyVideos(
  db: Kysely<DB>,
  { fanId, ...question }: PageRequest & { fanId: number } & VideoViewing,
): Promise<MyVideos> {
  const own = db.selectFrom('fan_video').where('fan_video.fan_id', '=', fanId).where('state', '<>', 'withdrawn');
  const page = await readPage(db, question, {
    rows: own
      .innerJoin('task', 'task.id', 'fan_video.task_id')
      .leftJoin('fan_video_reward', 'fan_video_reward.video_id', 'fan_video.id')
      .select([...videoColumns, 'task.title as taskTitle', 'fan_video_reward.points'])
      .orderBy('fan_video.begun_at', 'desc')
      .orderBy('fan_video.id')
      .$castTo<FanVideoRow>(),
    total: own.select(({ fn }) => fn.countAll<number>().as('total')),
  });
  return { ...page, list: await Promise.all(page.list.map((row) => showVideo(row, question))) };
}

async function showVideo(video: FanVideoRow, { storage, links, language, at }: VideoViewing): Promise<ShownVideo> {
  const { id: videoId, state } = video;
  if (state === 'withdrawn') throw new Error(`The withdrawn video ${videoId} is in a list`);
  const isUploading = state === 'uploading';
  const hasFile = state !== 'refused';
  const refusal = refusalTexts(video, language);
  const receivedBytes = isUploading ? await unlessAway(storage.arrivedBytes(videoId)) : video.sizeBytes;
  return {
    videoId,
    taskId: video.taskId,
    taskTitle: video.taskTitle[language],
    title: video.title,
    fileName: video.fileName,
    sizeBytes: video.sizeBytes,
    ...(receivedBytes !== undefined && { receivedBytes }),
    state,
    begunAt: video.begunAt.toISOString(),
    ...(isUploading && { expiresAt: video.expiresAt.toISOString() }),
    ...(video.durationMs !== null && { durationMs: video.durationMs }),
    ...(refusal !== undefined && { refusal }),
    ...(video.points !== null && { points: video.points }),
    ...(hasFile && video.container !== null && { videoUrl: links.linkTo(videoId, 'video', at) }),
    ...(hasFile && video.hasPoster && { posterUrl: links.linkTo(videoId, 'poster', at) }),
  };
}

/** Ignores an unavailable storage, which is logged, so that the rest of the list is shown. */
async function unlessAway(arrived: Promise<number>): Promise<number | undefined> {
  try {
    return await arrived;
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

type VideoLimits = DataOf<Contract['POST /task/api/v1/fanVideo/getVideoLimits']>;
type VideoTask = NonNullable<VideoLimits['task']>;

/** Reads the limits of videos, and the first task that still needs one. */
export async function readVideoLimits(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { fanId, language, at }: { fanId: number; language: Language; at: Date },
): Promise<VideoLimits> {
  const timeZone = settings.platformTimeZone;
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = (await listTasks(db, at)).filter((task) => isVideoTask(task) && taskWindow(task, at) === 'within');
  const completions = await videoCompletionCheck.check(db, { fanId, tasks, occurrences, at });
  const shown = tasks.map((task): VideoTask => {
    const completion = completions.get(task.taskId);
    const isSent = completion?.progress !== undefined;
    return {
      taskId: task.taskId,
      title: task.title[language],
      reward: task.reward,
      state: completion?.state === 'awarded' ? 'awarded' : isSent ? 'inReview' : 'available',
      ...(task.endsAt && { endsAt: task.endsAt.toISOString() }),
    };
  });
  const begunToday = await countOfDay(db, fanId, localDateAt(at, timeZone));
  return {
    task: shown.find(({ state }) => state === 'available') ?? shown[0] ?? null,
    maxBytes: settings.fanVideos.maxBytes,
    minSeconds,
    maxSeconds,
    maxEdge,
    leftToday: Math.max(0, mostPerDay - begunToday),
    chunkBytes,
  };
}

type ReviewedVideos = DataOf<Contract['GET /operator/api/v1/videos/list']>;
type ReviewedVideo = ReviewedVideos['list'][number];
type ReviewedRow = FanVideo & {
  readonly accountId: string;
  readonly nickname: string;
  readonly taskTitle: Readonly<Record<Language, string>>;
};

/** Reads a page of all videos in a state, the longest waiting first. */
export async function readReviewedVideos(
  db: Kysely<DB>,
  { state, language, ...asked }: PageRequest & { state: ReviewedVideo['state']; language: Language },
): Promise<ReviewedVideos> {
  const inState = db.selectFrom('fan_video').where('fan_video.state', '=', state);
  const page = await readPage(db, asked, {
    rows: inState
      .innerJoin(faceRows.as('fan'), 'fan.id', 'fan_video.fan_id')
      .innerJoin('task', 'task.id', 'fan_video.task_id')
      .select([...videoColumns, 'fan.account_id as accountId', 'fan.nickname', 'task.title as taskTitle'])
      .orderBy('fan_video.begun_at')
      .orderBy('fan_video.id')
      .$castTo<ReviewedRow>(),
    total: inState.select(({ fn }) => fn.countAll<number>().as('total')),
  });
  const list = page.list.map((video): ReviewedVideo => {
    const { container, durationMs, width, height } = video;
    return {
      videoId: video.id,
      accountId: video.accountId,
      nickname: video.nickname,
      taskId: video.taskId,
      taskTitle: video.taskTitle[language],
      title: video.title,
      state,
      begunAt: video.begunAt.toISOString(),
      sizeBytes: video.sizeBytes,
      ...(container !== null && { container }),
      ...(durationMs !== null && { durationMs }),
      ...(width !== null && { width }),
      ...(height !== null && { height }),
    };
  });
  return { ...page, list };
}
