import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, type Upload } from '@tus/server';
import type { Log } from '#/log.ts';
import {
  type FindUpload,
  StorageUnavailable,
  VideoMissing,
  type VideoStorage,
  type WholeVideo,
} from '#/modules/tasks/videos/video-storage.ts';
import { openWorkFile, type WorkFile } from '#/modules/tasks/videos/work-file.ts';
import {
  arrivedOf,
  keyOf,
  keyPrefix,
  keysOf,
  type FilePart,
  partIn,
  partKeyOf,
  partKeysOf,
  slicesOf,
  videoIdIn,
} from './parts.rules.ts';
import { createS3Client, type S3Client, type S3Settings, type StorageFailures } from './s3-client.ts';

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

/** Tries every operation that the server needs on the bucket, and logs what fails. */
export async function probeBucket(settings: S3Settings, log: Log): Promise<void> {
  const { bucket, endpoint } = settings;
  const fault = await faultOf(createS3Client(settings, log));
  if (fault === undefined) return;
  log.error(
    { bucket, endpoint },
    `VIDEO_STORAGE: the bucket "${bucket}" at ${endpoint} ${fault}. ` +
      'Fan videos are refused with 503 until it can be used.',
  );
}

/** Returns why the bucket cannot be used; undefined if it works, or did not answer, which is already logged. */
async function faultOf(client: S3Client): Promise<string | undefined> {
  try {
    return await otherwise(client);
  } catch (error) {
    if (error instanceof StorageUnavailable && !error.isRefusal) return undefined;
    return refusalOf(error);
  }
}

/**
 * Tries the bucket as the server does, by an object that is removed again.
 * @returns why it cannot be used; undefined if it works
 */
export async function examineBucket(settings: S3Settings, log: Log): Promise<string | undefined> {
  try {
    return await otherwise(createS3Client(settings, log));
  } catch (error) {
    if (error instanceof StorageUnavailable && !error.isRefusal) return `does not answer (${error.message})`;
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): string {
  if (!(error instanceof StorageUnavailable)) throw error;
  return (
    `cannot be used with these keys (${error.message}): check S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, ` +
    'S3_SECRET_ACCESS_KEY and S3_PATH_STYLE, and what docs/operators.md says a key must be allowed to do'
  );
}

/** Returns how the bucket differs from what the server needs. Throws StorageUnavailable when an operation fails. */
async function otherwise(client: S3Client): Promise<string | undefined> {
  // Named as an unknown video, so that the hourly sweep deletes leftovers.
  const key = keyOf(randomUUID().replaceAll('-', ''), 'video');
  const body = Buffer.from('probe');
  await client.put(key, { body: new Blob([body]), sha256: createHash('sha256').update(body).digest('hex') });
  try {
    const listed = await Array.fromAsync(client.list(key));
    if (listed.length !== 1) return 'does not list an object that was just put into it';
    const stream = await client.get(key, { start: 2, end: 3 });
    const read = stream && Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Uint8Array>));
    return read?.toString() === 'ob' ? undefined : 'does not give out the part of an object that it was asked for';
  } finally {
    await client.remove(key);
  }
}

/** A video of 2 GB has four hundred parts; an upload with more interruptions restarts. */
const mostParts = 1000;

/** Lists an upload's parts in the bucket. */
async function listParts(client: S3Client, videoId: string): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  for await (const { key } of client.list(partKeysOf(videoId))) {
    const part = partIn(key);
    if (part) parts.push(part);
  }
  return parts;
}

/**
 * Stores uploads in a bucket, each PATCH as one atomic object. What arrived before a connection broke is a part as well.
 * This process keeps no state of an upload, so the next part may go to another replica.
 */
export class PartStore extends DataStore {
  readonly #client: S3Client;
  readonly #find: FindUpload;
  readonly #dataDir: string;

  constructor(client: S3Client, { find, dataDir }: { readonly find: FindUpload; readonly dataDir: string }) {
    super();
    this.#client = client;
    this.#find = find;
    this.#dataDir = dataDir;
    this.extensions = ['creation', 'creation-with-upload'];
  }

  override async getUpload(videoId: string): Promise<Upload> {
    const upload = await this.#find(videoId);
    if (!upload) throw inTusWords(new Error('There is no such upload'), ERRORS.FILE_NOT_FOUND);
    const parts = await orAway(listParts(this.#client, videoId));
    if (parts.length >= mostParts) {
      throw inTusWords(new Error('The upload is in too many parts'), ERRORS.FILE_NO_LONGER_EXISTS);
    }
    upload.offset = arrivedOf(parts);
    return upload;
  }

  /** Resolves to the offset after the stored bytes. What a broken connection brought is stored before this throws. */
  override async write(from: Readable, videoId: string, offset: number): Promise<number> {
    await using file = await openWorkFile(this.#dataDir);
    const broke = await file.add(from).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const length = file.bytes;
    if (length > 0) {
      await orAway(this.#client.put(partKeyOf(videoId, { offset, length }), await file.content()));
    }
    if (broke) throw broke.error;
    return offset + length;
  }
}

const away = { status_code: 503, body: 'The storage of videos is away; please try again\n' };

async function orAway<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageUnavailable ? inTusWords(error, away) : error;
  }
}

/** Turns an error into its status and body for the tus server. */
function inTusWords(
  error: Error,
  { status_code, body }: { readonly status_code: number; readonly body: string },
): Error {
  return Object.assign(error, { status_code, body });
}
