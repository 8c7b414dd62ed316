import { createHash } from 'node:crypto';
import type { Log } from '#/log.ts';
import {
  StorageUnavailable,
  VideoMissing,
  type VideoStorage,
  type WholeVideo,
} from '#/modules/tasks/videos/video-storage.ts';
import { keyOf, keyPrefix, keysOf, partKeyOf, partKeysOf, videoIdIn } from './keys.rules.ts';
import { listParts, PartStore } from './part-store.ts';
import { arrivedOf, slicesOf } from './parts.rules.ts';
import { createS3Client, type S3Client, type S3Settings, type StorageFailures } from './s3-client.ts';
import { openWorkFile, type WorkFile } from '#/modules/tasks/videos/work-file.ts';

/**
 * Keeps videos in a bucket. An upload arrives as parts, an object each; once a video is accepted for review, the inspected
 * file replaces them.
 */
export function openS3Storage(
  settings: S3Settings,
  {
    dataDir,
    log,
    failures,
  }: { readonly dataDir: string; readonly log: Log; readonly failures?: StorageFailures | undefined },
): VideoStorage {
  const client = createS3Client(settings, log, failures);

  return {
    openUploads: (find) => Promise.resolve(new PartStore(client, { find, dataDir })),
    arrivedBytes: async (videoId) => arrivedOf(await listParts(client, videoId)),
    async openWhole(videoId, bytes) {
      const file = await openWorkFile(dataDir);
      try {
        return await fetchWhole(client, { videoId, bytes, file });
      } catch (error) {
        await file[Symbol.asyncDispose]();
        throw error;
      }
    },
    keepPoster: (videoId, picture) => client.put(keyOf(videoId, 'poster'), contentOf(picture)),
    sizeOf: (videoId, kind) => client.sizeOf(keyOf(videoId, kind)),
    async read(videoId, kind, range) {
      const stream = await client.get(keyOf(videoId, kind), range);
      if (!stream) throw new StorageUnavailable(`The file of the video ${videoId} went while it was read`);
      return stream;
    },
    remove: (videoId) => removeAll(client, keysOf(videoId)),
    async *olderThan(instant) {
      for await (const { key, modified } of client.list(keyPrefix)) {
        const videoId = videoIdIn(key);
        if (videoId !== undefined && modified < instant) yield videoId;
      }
    },
    // Objects are atomic.
    removeBegun: () => Promise.resolve(),
  };
}

/** Copies a video to this machine: the kept file, else the parts of its upload. */
async function fetchWhole(
  client: S3Client,
  { videoId, bytes, file }: { readonly videoId: string; readonly bytes: number; readonly file: WorkFile },
): Promise<WholeVideo> {
  const slices = slicesOf(await listParts(client, videoId));
  const arrived = slices.reduce((sum, { length }) => sum + length, 0);
  const sources =
    arrived === bytes
      ? slices.map(({ part, start, length }) => ({ key: partKeyOf(videoId, part), start, length }))
      : // Its parts are gone, or going, since it was kept: by a check whose end was not recorded.
        [{ key: keyOf(videoId, 'video'), start: 0, length: bytes }];
  for (const { key, start, length } of sources) {
    const stream = await client.get(key, { start, end: start + length - 1 });
    if (!stream) throw new VideoMissing(`Of the video ${videoId} only ${arrived} of ${bytes} bytes are there`);
    await file.add(stream);
  }
  if (file.bytes !== bytes) throw new Error(`Of the video ${videoId} come ${file.bytes} instead of ${bytes} bytes`);
  return {
    path: file.path,
    async keep() {
      await client.put(keyOf(videoId, 'video'), await file.content());
      await removeAll(client, partKeysOf(videoId));
    },
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

async function removeAll(client: S3Client, prefix: string): Promise<void> {
  for await (const { key } of client.list(prefix)) await client.remove(key);
}

function contentOf(bytes: Uint8Array) {
  return { body: new Blob([new Uint8Array(bytes)]), sha256: createHash('sha256').update(bytes).digest('hex') };
}
