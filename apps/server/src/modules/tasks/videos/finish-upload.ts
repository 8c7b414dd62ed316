import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteUnfinished, moveVideo } from './videos.store.ts';

/** Names of the jobs of single videos, and their payloads. */
export const checkJob = 'check-fan-video';
export const removalJob = 'remove-fan-video-files';
export const videoPayload = z.object({ videoId: z.string() });

/** About a minute in all; afterwards the fan sees that the check failed. */
const checkAttempts = 5;
/** A little over six minutes; the hourly sweep deletes the rest. */
const removalAttempts = 7;

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
export function enqueueCheck(tx: Transaction<DB>, videoId: string): Promise<void> {
  return enqueueJob(tx, checkJob, { videoId }, checkAttempts);
}

/** Deletes the files of a video once the transaction commits. */
export function enqueueVideoRemoval(tx: Transaction<DB>, videoId: string): Promise<void> {
  return enqueueJob(tx, removalJob, { videoId }, removalAttempts);
}
