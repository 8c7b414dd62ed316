import { randomBytes } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueue, type Job, job, jobKind, scheduledJob } from '#/jobs/job.ts';
import { findShownAmong, swapAvatarFile } from '../fan.store.ts';
import type { Services } from '#/services.ts';
import { Refusal } from '#/errors.ts';
import { redraw } from '#/lib/redraw-picture.ts';
import { readUserInfo, type UserInfo } from '#/modules/identity/fan.view.ts';

/** The folder of uploaded pictures. Replicas must share it. */
type AvatarFiles = {
  /** Writes a picture atomically under a random name, and returns the name. */
  keep(picture: Uint8Array): Promise<string>;
  /** Reads a picture; undefined when none has the name. */
  read(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  /** Lists the names of all files older than an instant, including unfinished ones. */
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

/** The hourly sweep deletes what no attempt could. */
const removeAvatarKind = jobKind('remove-avatar-file', {
  payload: z.object({ avatarFile: z.string() }),
  attempts: 7,
});

/** Enqueues the deletion of a picture in the transaction that detaches it. */
export function enqueueAvatarRemoval(tx: Transaction<DB>, avatarFile: string): Promise<void> {
  return enqueue(tx, removeAvatarKind, { avatarFile });
}

function removeAvatarFileJob({ settings }: Pick<Services, 'settings'>): Job {
  const files = openAvatarFiles(settings.dataDir);
  return job(removeAvatarKind, ({ avatarFile }) => files.remove(avatarFile));
}

/** Longer than an upload needs between its file and its row. */
const graceMs = 60 * 60_000;
const atOnce = 500;

/** Deletes pictures without a fan: of failed uploads and erased fans. */
function sweepAvatarsJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  const files = openAvatarFiles(settings.dataDir);

  async function removeUnshown(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const shown = await findShownAmong(db, names);
    for (const name of names) if (!shown.has(name)) await files.remove(name);
  }

  return scheduledJob('sweep-avatars', async () => {
    let names: string[] = [];
    for await (const name of files.olderThan(new Date(clock.now().getTime() - graceMs))) {
      names.push(name);
      if (names.length < atOnce) continue;
      await removeUnshown(names);
      names = [];
    }
    await removeUnshown(names);
  });
}

export function profileJobs(services: Pick<Services, 'db' | 'clock' | 'settings'>): Job[] {
  return [removeAvatarFileJob(services), sweepAvatarsJob(services)];
}

type AvatarServices = Pick<Services, 'db'> & { readonly files: AvatarFiles };

type Picture = { readonly file: Uint8Array; readonly crop: Crop | undefined };

/**
 * Stores a fan's own picture. The file exists before the row names it, and is deleted only after no row names it; the
 * sweep deletes files of failed uploads.
 */
export async function uploadAvatar(services: AvatarServices, fanId: number, picture: Picture): Promise<UserInfo> {
  const redrawn = await cropPicture(picture.file, picture.crop);
  return show(services, fanId, await services.files.keep(redrawn));
}

/** Restores the drawn avatar. */
export function removeAvatar(services: AvatarServices, fanId: number): Promise<UserInfo> {
  return show(services, fanId, null);
}

function show({ db }: AvatarServices, fanId: number, avatarFile: string | null): Promise<UserInfo> {
  return db.transaction().execute(async (tx) => {
    const before = await swapAvatarFile(tx, fanId, avatarFile);
    if (before !== null) await enqueueAvatarRemoval(tx, before);
    return readUserInfo(tx, fanId);
  });
}

/** A square part of a picture, in its pixels. */
type Crop = { readonly left: number; readonly top: number; readonly size: number };

function isWithin({ left, top, size }: Crop, picture: { readonly width: number; readonly height: number }): boolean {
  return left >= 0 && top >= 0 && size > 0 && left + size <= picture.width && top + size <= picture.height;
}

/** Edge of a stored picture in pixels. */
const avatarEdge = 512;

/**
 * Crops and re-encodes a picture as a square WebP.
 *
 * @param crop - the square in pixels of the upright picture; the middle when omitted.
 * @throws Refusal REQUEST_INVALID for a crop beyond the picture, and what `redraw` throws.
 */
function cropPicture(file: Uint8Array, crop: Crop | undefined): Promise<Buffer> {
  return redraw({ file, field: 'avatar' }, (upright, size) => {
    if (crop && !isWithin(crop, size)) throw beyondThePicture();
    const cut = crop
      ? upright.extract({ left: crop.left, top: crop.top, width: crop.size, height: crop.size })
      : upright;
    return cut.resize(avatarEdge, avatarEdge, { fit: 'cover' });
  });
}

function beyondThePicture(): Refusal {
  const expected = { en_US: 'must be within the picture', zh_TW: '必須在圖片範圍內' };
  return new Refusal('REQUEST_INVALID', { field: 'crop', expected });
}
