import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteUnfinished, moveVideo } from './videos.store.ts';

/** Names of the jobs of single videos, and what they are told. */
export const checkJob = 'check-fan-video';
export const removalJob = 'remove-fan-video-files';
export const videoPayload = z.object({ videoId: z.string() });

/** About a minute in all: what cannot be looked at by then is told to the fan. */
const checkAttempts = 5;
/** A little over six minutes; what cannot be deleted by then is left to the hourly sweep. */
const removalAttempts = 7;

/** Sends a video whose last byte has arrived to be checked; once, however often that is noticed. */
export async function finishUpload({ db }: Pick<Services, 'db'>, videoId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await moveVideo(tx, videoId, { from: 'uploading', to: 'checking' })) await enqueueCheck(tx, videoId);
  });
}

/** Gives up an upload that is not finished, with what has arrived of it. */
export async function giveUpUpload({ db }: Pick<Services, 'db'>, videoId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await deleteUnfinished(tx, videoId)) await enqueueVideoRemoval(tx, videoId);
  });
}

/** Sends a video to be checked, for the first time or because nothing came of that. */
export function enqueueCheck(tx: Transaction<DB>, videoId: string): Promise<void> {
  return enqueueJob(tx, checkJob, { videoId }, checkAttempts);
}

/** Deletes the files of a video as soon as the transaction that gave them up is committed. */
export function enqueueVideoRemoval(tx: Transaction<DB>, videoId: string): Promise<void> {
  return enqueueJob(tx, removalJob, { videoId }, removalAttempts);
}
