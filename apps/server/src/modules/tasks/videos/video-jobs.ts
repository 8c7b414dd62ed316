import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { drainInBatches } from '#/jobs/drain.ts';
import { enqueue, type Job, job, jobKind, scheduledJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { type Inspection, inspectVideo } from './inspect-video.ts';
import { openVideoStorage } from './open-video-storage.ts';
import { VideoMissing } from './video-storage.ts';
import { type FanVideo, faultIn, type VideoFacts, type VideoFault } from './video.rules.ts';
import {
  deleteUnfinished,
  deleteWithdrawn,
  findVideo,
  heldAmong,
  listExpired,
  listUnchecked,
  moveToReview,
  moveVideo,
  noteMissing,
  refuseVideo,
} from './videos.store.ts';

/** Returns the background jobs of videos. */
export function videoJobs(services: Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'metrics'>): Job[] {
  return [
    checkVideoJob(services),
    recheckVideosJob(services),
    removeVideoFilesJob(services),
    expireUploadsJob(services),
    sweepVideoFilesJob(services),
  ];
}

/** Longer than all attempts of a check; checking a slow upload twice does no harm. */
const uncheckedMs = 60 * 60_000;
/** Within a day, an operator mounts a missing folder, and an object list catches up. */
const lostAfterMs = 24 * 60 * 60_000;
const atOnce = 200;

type VideoCheck = { readonly facts: VideoFacts } | { readonly fault: VideoFault };

/**
 * Checks an uploaded video: by its content it goes to review, or is refused and deleted. A withdrawn one is skipped. One
 * that could not be fetched or kept, because the storage is unavailable, its list lags or a disk is full, is checked later:
 * only a failed inspection counts against a video. One that a working storage lacks a day after the first miss is lost, and
 * its fan is informed.
 */
function checkVideoJob({
  db,
  clock,
  settings,
  log,
  metrics,
}: Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'metrics'>): Job {
  const storage = openVideoStorage(settings, log, metrics.videoStorageFailures);

  /** Inspects a file and keeps it, even if more arrives later. */
  async function look({ id, sizeBytes, missingSince }: FanVideo, isLastAttempt: boolean): Promise<VideoCheck> {
    await using video = await storage.openWhole(id, sizeBytes);
    if (missingSince !== null) await noteMissing(db, id, null);
    const inspection = await inspectOrGiveUp(video.path, isLastAttempt);
    const fault = 'fault' in inspection ? inspection.fault : faultIn(inspection.facts);
    if (fault !== undefined) return { fault };
    await video.keep();
    return inspection;
  }

  async function lookOrLose(video: FanVideo, isLastAttempt: boolean): Promise<VideoCheck> {
    try {
      return await look(video, isLastAttempt);
    } catch (error) {
      if (!(error instanceof VideoMissing)) throw error;
      const now = clock.now();
      if (video.missingSince === null) await noteMissing(db, video.id, now);
      const missingMs = now.getTime() - (video.missingSince ?? now).getTime();
      if (missingMs < lostAfterMs) throw error;
      log.error({ err: error, videoId: video.id }, 'a video is lost');
      return { fault: 'lost' };
    }
  }

  return job(checkVideoKind, async ({ videoId }, attempt) => {
    const video = await findVideo(db, videoId);
    if (video?.state !== 'checking') return;
    const seen = await lookOrLose(video, attempt.last);
    await db.transaction().execute(async (tx) => {
      if ('facts' in seen) return void (await moveToReview(tx, videoId, seen.facts));
      const refused = await refuseVideo(tx, videoId, { from: 'checking', fault: seen.fault }, clock.now());
      if (refused) await enqueueVideoRemoval(tx, videoId);
    });
  });
}

async function inspectOrGiveUp(path: string, isLastAttempt: boolean): Promise<Inspection> {
  try {
    return await inspectVideo(path);
  } catch (error) {
    if (!isLastAttempt || isOverloaded(error)) throw error;
    return { fault: 'unreadable' };
  }
}

/** Returns whether the queue of inspections is full or the storage is away, which no video caused. */
function isOverloaded(error: unknown): boolean {
  return error instanceof Refusal && ['OVERLOADED', 'SERVICE_UNAVAILABLE'].includes(error.reason);
}

/** Repeats checks of videos whose attempts all failed to store a result. */
function recheckVideosJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('recheck-fan-videos', async () => {
    const unchecked = await listUnchecked(db, new Date(clock.now().getTime() - uncheckedMs), atOnce);
    await db.transaction().execute(async (tx) => {
      for (const videoId of unchecked) await enqueueCheck(tx, videoId);
    });
  });
}

const hourMs = 60 * 60_000;
/** Longer than a file exists before its row, an answer is in flight, or a file is half written. */
const graceMs = hourMs;
/** Withdrawn videos count for their day, which is over in every time zone two days later. */
const withdrawnKeptMs = 48 * hourMs;

/** Deletes the files of refused, withdrawn or erased videos. */
function removeVideoFilesJob({ settings, log, metrics }: Pick<Services, 'settings' | 'log' | 'metrics'>): Job {
  const storage = openVideoStorage(settings, log, metrics.videoStorageFailures);
  return job(removeVideoKind, ({ videoId }) => storage.remove(videoId));
}

/** Gives up uploads that are unfinished after their day, or without a part for hours. */
function expireUploadsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  async function giveUpNext(most: number): Promise<number> {
    const expired = await listExpired(db, clock.now(), most);
    for (const videoId of expired) await giveUpUpload({ db }, videoId);
    return expired.length;
  }

  return scheduledJob('expire-fan-videos', async () => {
    await deleteWithdrawn(db, new Date(clock.now().getTime() - withdrawnKeptMs));
    await drainInBatches(giveUpNext, { most: atOnce });
  });
}

/** Deletes files without a video, and half-written ones, of processes that died before deleting or finishing them. */
function sweepVideoFilesJob({
  db,
  clock,
  settings,
  log,
  metrics,
}: Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'metrics'>): Job {
  const storage = openVideoStorage(settings, log, metrics.videoStorageFailures);

  async function removeUnheld(videoIds: ReadonlySet<string>): Promise<void> {
    if (videoIds.size === 0) return;
    const held = await heldAmong(db, [...videoIds]);
    for (const videoId of videoIds) if (!held.has(videoId)) await storage.remove(videoId);
  }

  return scheduledJob('sweep-fan-videos', async () => {
    const forgotten = new Date(clock.now().getTime() - graceMs);
    await storage.removeBegun(forgotten);
    let videoIds = new Set<string>();
    for await (const videoId of storage.olderThan(forgotten)) {
      videoIds.add(videoId);
      if (videoIds.size < atOnce) continue;
      await removeUnheld(videoIds);
      videoIds = new Set();
    }
    await removeUnheld(videoIds);
  });
}

const videoPayload = z.object({ videoId: z.string() });
/** Tries for about a minute in all; afterwards the fan sees that the check failed. */
const checkVideoKind = jobKind('check-fan-video', { payload: videoPayload, attempts: 5 });
/** A little over ten minutes; the hourly sweep deletes the rest. */
const removeVideoKind = jobKind('remove-fan-video-files', { payload: videoPayload, attempts: 7 });

/** Enqueues the check of a completely uploaded video, once per video. */
export async function finishUpload({ db }: Pick<Services, 'db'>, videoId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await moveVideo(tx, videoId, { from: 'uploading', to: 'checking' })) await enqueueCheck(tx, videoId);
  });
}

/** Gives up an unfinished upload and deletes what has arrived. */
export async function giveUpUpload({ db }: Pick<Services, 'db'>, videoId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await deleteUnfinished(tx, videoId)) await enqueueVideoRemoval(tx, videoId);
  });
}

/** Enqueues a video's check, also again after it failed. */
function enqueueCheck(tx: Transaction<DB>, videoId: string): Promise<void> {
  return enqueue(tx, checkVideoKind, { videoId });
}

/** Deletes the files of a video once the transaction commits. */
export function enqueueVideoRemoval(tx: Transaction<DB>, videoId: string): Promise<void> {
  return enqueue(tx, removeVideoKind, { videoId });
}
