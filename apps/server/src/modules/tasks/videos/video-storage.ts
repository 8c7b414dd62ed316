import type { Readable } from 'node:stream';
import type { DataStore, Upload } from '@tus/server';
import { Refusal } from '#/errors.ts';

export type VideoFileKind = 'video' | 'poster';

/** Finds an upload that is not finished, by its video's id; how far it came is the storage's to say. */
export type FindUpload = (videoId: string) => Promise<Upload | undefined>;

/** A video that has arrived whole, as a file on this machine for as long as it is not disposed of. */
export type WholeVideo = AsyncDisposable & {
  readonly path: string;
  /** Keeps exactly this file as the video, whatever else is still being written; from then on it can be read. At most once. */
  keep(): Promise<void>;
};

/**
 * Where the videos that fans upload are kept, and their posters. Every method may throw what the system says of a disk
 * that fails, or `StorageAway` where the storage is another machine's.
 */
export type VideoStorage = {
  /** Where the tus server writes; ready for that when this resolves. */
  openUploads(find: FindUpload): Promise<DataStore>;
  /** How many bytes of an unfinished upload are there, from its beginning on and without a gap. */
  arrivedBytes(videoId: string): Promise<number>;
  /** Throws `VideoMissing` when not all of so many bytes are there. */
  openWhole(videoId: string, bytes: number): Promise<WholeVideo>;
  /** The poster is there whole or not at all. */
  keepPoster(videoId: string, picture: Uint8Array): Promise<void>;
  /** In bytes, of what can be read; undefined where there is no such file. */
  sizeOf(videoId: string, kind: VideoFileKind): Promise<number | undefined>;
  /** The bytes of a file from `start` to `end`, both included. */
  read(videoId: string, kind: VideoFileKind, range: { start: number; end: number }): Promise<Readable>;
  /** Removes everything of a video. What is not there any more counts as removed. */
  remove(videoId: string): Promise<void>;
  /** The ids of videos of which something is there that is older than an instant; one may be told several times. */
  olderThan(instant: Date): AsyncIterable<string>;
  /** Removes files that were begun before an instant and never became whole, because their process died. */
  removeBegun(instant: Date): Promise<void>;
};

/**
 * The storage of videos does not answer, or not as it should. Callers are asked to come back in a moment; the message is for
 * the log and has neither keys nor what the storage wrote.
 */
export class StorageUnavailable extends Refusal {
  /** It answered that it will not, as it will until somebody changes a setting; else it may do so in a moment. */
  readonly isRefusal: boolean;

  constructor(
    told: string,
    { isRefusal = false, cause }: { readonly isRefusal?: boolean; readonly cause?: unknown } = {},
  ) {
    super('OVERLOADED');
    this.name = 'StorageAway';
    this.message = told;
    this.isRefusal = isRefusal;
    this.cause = cause;
  }
}

/**
 * A video that has arrived whole is not, or not whole, in the storage that answered. It may come back, as a folder that was not
 * mounted or an object that is not listed yet; what stays away for a day is lost.
 */
export class VideoMissing extends Error {
  override readonly name = 'VideoMissing';
}
