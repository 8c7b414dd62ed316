import { randomBytes } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueueJob, type Job } from '#/jobs/job.ts';
import { shownAmong } from './profile.store.ts';
import type { Services } from '#/services.ts';

/** The folder of uploaded pictures. Replicas must share it. */
export type AvatarFiles = {
  /** Writes a picture atomically under a random name, and returns the name. */
  keep(picture: Uint8Array): Promise<string>;
  /** Reads a picture; undefined when none has the name. */
  read(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  /** The names of all files older than an instant, including unfinished ones. */
  olderThan(instant: Date): AsyncIterable<string>;
};

const avatarName = /^[a-z0-9-]{16,64}\.webp$/;

/** Opens the avatar folder in the server's data folder. */
export function openAvatarFiles(dataDir: string): AvatarFiles {
  const folder = join(dataDir, 'avatars');
  return {
    async keep(picture) {
      await mkdir(folder, { recursive: true });
      const name = `${randomBytes(20).toString('hex')}.webp`;
      const begun = join(folder, `${name}.begun`);
      await writeFile(begun, picture, { flush: true });
      await rename(begun, join(folder, name));
      return name;
    },
    async read(name) {
      // The name comes from a URL; the pattern prevents path traversal.
      return avatarName.test(name) ? unlessMissing(readFile(join(folder, name))) : undefined;
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async *olderThan(instant) {
      const entries = await unlessMissing(opendir(folder));
      for await (const { name } of entries ?? []) {
        const found = await unlessMissing(stat(join(folder, name)));
        if (found && found.mtime < instant) yield name;
      }
    },
  };
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const jobName = 'remove-avatar-file';
const payloadShape = z.object({ avatarFile: z.string() });
/** Retries for about six minutes; the hourly sweep deletes the rest. */
const maxAttempts = 7;

/** Enqueues the deletion of a picture in the transaction that detaches it. */
export function enqueueAvatarRemoval(tx: Transaction<DB>, avatarFile: string): Promise<void> {
  return enqueueJob(tx, jobName, { avatarFile }, maxAttempts);
}

function removeAvatarFileJob({ settings }: Pick<Services, 'settings'>): Job {
  const files = openAvatarFiles(settings.dataDir);
  return { name: jobName, run: (payload) => files.remove(payloadShape.parse(payload).avatarFile) };
}

/** Longer than an upload needs between its file and its row. */
const graceMs = 60 * 60_000;
const atOnce = 500;

/** Deletes pictures without a fan: of failed uploads and erased fans. */
function sweepAvatarsJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  const files = openAvatarFiles(settings.dataDir);

  async function removeUnshown(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const shown = await shownAmong(db, names);
    for (const name of names) if (!shown.has(name)) await files.remove(name);
  }

  return {
    name: 'sweep-avatars',
    schedule: '25 * * * *',
    async run() {
      let names: string[] = [];
      for await (const name of files.olderThan(new Date(clock.now().getTime() - graceMs))) {
        names.push(name);
        if (names.length < atOnce) continue;
        await removeUnshown(names);
        names = [];
      }
      await removeUnshown(names);
    },
  };
}

export function profileJobs(services: Pick<Services, 'db' | 'clock' | 'settings'>): Job[] {
  return [removeAvatarFileJob(services), sweepAvatarsJob(services)];
}
