import type { Readable } from 'node:stream';
import { DataStore, ERRORS, type Upload } from '@tus/server';
import { StorageUnavailable, type FindUpload } from '#/modules/tasks/videos/video-storage.ts';
import { partIn, partKeyOf, partKeysOf } from './keys.rules.ts';
import { arrivedOf, type Part } from './parts.rules.ts';
import type { S3Client } from './s3-client.ts';
import { openWorkFile } from '#/modules/tasks/videos/work-file.ts';

/** A video of 2 GB has four hundred parts; an upload with more interruptions restarts. */
const mostParts = 1000;

/** An upload's parts in the bucket. */
export async function listParts(client: S3Client, videoId: string): Promise<Part[]> {
  const parts: Part[] = [];
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

/** The tus server answers an error with its status and body. */
function inTusWords(
  error: Error,
  { status_code, body }: { readonly status_code: number; readonly body: string },
): Error {
  return Object.assign(error, { status_code, body });
}
