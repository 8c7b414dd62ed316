import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Settings } from '#/config/settings.ts';
import type { Metrics } from '#/http/metrics.ts';
import { machineClock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import type { Services } from '#/services.ts';
import { examineBucket, openS3Storage, probeBucket } from './s3/s3-storage.ts';
import { type VideoFileKind, VideoMissing, type VideoStorage } from './video-storage.ts';
import { forgetWorkFiles, openWorkFile } from './work-file.ts';

/** Opens the settings' storage. Nothing is read or written before its use. `failures` counts those of a bucket. */
export function openVideoStorage(
  settings: Pick<Settings, 'dataDir' | 'videoS3' | 'videoStorageMs'>,
  log: Log,
  failures?: Metrics['videoStorageFailures'],
): VideoStorage {
  const { dataDir, videoS3: s3, videoStorageMs: answerMs } = settings;
  return s3 ? openS3Storage({ ...s3, answerMs }, { dataDir, log, failures }) : openFolderStorage(dataDir);
}

/**
 * Deletes leftovers of dead processes, and tests the settings' bucket, if any. Failures are logged and do not stop the
 * start, because votes need no bucket.
 */
export async function tryVideoStorage({ settings, log }: Pick<Services, 'settings' | 'log'>): Promise<void> {
  const { videoS3, videoStorageMs: answerMs, dataDir } = settings;
  await forgetWorkFiles(dataDir, { now: machineClock.now(), log });
  if (videoS3) await probeBucket({ ...videoS3, answerMs }, log);
}

/** Returns why the settings' bucket cannot be used; undefined if it works. @throws Error without a bucket */
export async function examineVideoBucket({
  settings,
  log,
}: Pick<Services, 'settings' | 'log'>): Promise<string | undefined> {
  const { videoS3, videoStorageMs: answerMs } = settings;
  if (!videoS3) throw new Error('The settings have no bucket');
  return examineBucket({ ...videoS3, answerMs }, log);
}

const endings: Readonly<Record<VideoFileKind, string>> = { video: '', poster: '.webp' };
const nameShape = /^[0-9a-f]{32}(?:\.webp)?$/;
/** The name of a file that may be incomplete. */
const begunShape = /^[0-9a-f]{32}\.[0-9a-z]+\.begun$/;

/**
 * Keeps videos in a folder of the server's data folder, by video id. Replicas share the folder, and a proxy sends all parts
 * of an upload to one of them.
 */
function openFolderStorage(dataDir: string): VideoStorage {
  const folder = join(dataDir, 'fan-videos');
  const pathOf = (videoId: string, kind: VideoFileKind) => join(folder, `${videoId}${endings[kind]}`);
  const sizeOf = async (videoId: string, kind: VideoFileKind) =>
    (await unlessMissing(stat(pathOf(videoId, kind))))?.size;
  return {
    sizeOf,
    async openUploads(find) {
      await mkdir(folder, { recursive: true });
      // The video's row has what the library would keep in a file beside it.
      const configstore = { get: find, set: () => Promise.resolve(), delete: () => Promise.resolve() };
      const store = new FileStore({ directory: folder, configstore });
      store.extensions = ['creation', 'creation-with-upload'];
      return store;
    },
    arrivedBytes: async (videoId) => (await sizeOf(videoId, 'video')) ?? 0,
    async openWhole(videoId, bytes) {
      const work = await openWorkFile(dataDir);
      try {
        // A late part in another process still writes into the uploaded file, but not into the copy.
        await unlessMissing(copyFile(pathOf(videoId, 'video'), work.path, constants.COPYFILE_FICLONE));
        const copied = (await unlessMissing(stat(work.path)))?.size ?? 0;
        if (copied !== bytes) throw new VideoMissing(`Of the video ${videoId} ${copied} of ${bytes} bytes are there`);
      } catch (error) {
        await work[Symbol.asyncDispose]();
        throw error;
      }
      return {
        path: work.path,
        keep: () => putWhole(work.path, pathOf(videoId, 'video')),
        [Symbol.asyncDispose]: () => work[Symbol.asyncDispose](),
      };
    },
    async keepPoster(videoId, picture) {
      await mkdir(folder, { recursive: true });
      const path = pathOf(videoId, 'poster');
      await writeFile(`${path}.begun`, picture, { flush: true });
      await rename(`${path}.begun`, path);
    },
    read: (videoId, kind, range) => Promise.resolve(createReadStream(pathOf(videoId, kind), range)),
    async remove(videoId) {
      const poster = pathOf(videoId, 'poster');
      for (const path of [pathOf(videoId, 'video'), poster, `${poster}.begun`]) await rm(path, { force: true });
    },
    async *olderThan(instant) {
      for await (const name of namesOlderThan(folder, nameShape, instant)) yield name.slice(0, 32);
    },
    async removeBegun(instant) {
      for await (const name of namesOlderThan(folder, begunShape, instant)) {
        await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Lists the names of a shape in a folder whose files are older than an instant. */
async function* namesOlderThan(folder: string, shape: RegExp, instant: Date): AsyncIterable<string> {
  for await (const { name } of (await unlessMissing(opendir(folder))) ?? []) {
    const found = shape.test(name) && (await unlessMissing(stat(join(folder, name))));
    if (found && found.mtime < instant) yield name;
  }
}

/** Replaces a file atomically, once it is on the disk. Concurrent calls use different temporary names. */
async function putWhole(from: string, to: string): Promise<void> {
  const begun = `${to}.${randomBytes(8).toString('hex')}.begun`;
  try {
    await moveFile(from, begun);
    await flush(begun);
    await rename(begun, to);
  } catch (error) {
    await rm(begun, { force: true });
    throw error;
  }
}

/** Moves a file, or copies it if the folder of videos is another file system, such as a mounted share. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isOfSystem(error, 'EXDEV')) throw error;
    await copyFile(from, to);
  }
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isOfSystem(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isOfSystem(error: unknown, code: 'ENOENT' | 'EXDEV'): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
