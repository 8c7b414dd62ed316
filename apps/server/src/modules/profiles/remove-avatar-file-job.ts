import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/enqueue-job.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { openAvatarFiles } from './avatar-files.ts';

const name = 'remove-avatar-file';
const payloadShape = z.object({ avatarFile: z.string() });
/** A little over six minutes; what cannot be deleted by then is left to the hourly sweep. */
const maxAttempts = 7;

/** Deletes a picture that the transaction has taken from its fan, as soon as that is committed. */
export function enqueueAvatarRemoval(tx: Transaction<DB>, avatarFile: string): Promise<void> {
  return enqueueJob(tx, name, { avatarFile }, maxAttempts);
}

/** Deletes pictures that were replaced or taken away. */
export function removeAvatarFileJob({ settings }: Pick<Services, 'settings'>): Job {
  const files = openAvatarFiles(settings.dataDir);
  return { name, run: (payload) => files.remove(payloadShape.parse(payload).avatarFile) };
}
