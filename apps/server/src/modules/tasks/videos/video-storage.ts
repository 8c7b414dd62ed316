import type { Readable } from 'node:stream';
import type { DataStore, Upload } from '@tus/server';
import { Refusal } from '#/errors.ts';

export type VideoFileKind = 'video' | 'poster';

/** Finds an unfinished upload by its video's id; the storage knows its offset. */
export type FindUpload = (videoId: string) => Promise<Upload | undefined>;

/** A completely uploaded video as a local file, until disposed. */
export type WholeVideo = AsyncDisposable & {
  readonly path: string;
  /**
   * Stores exactly this file as the video, even while more is being written; it is readable from then on. At most once.
   */
  keep(): Promise<void>;
};

/**
 * The storage of fans' videos and posters. Every method may throw the system's disk errors, or `StorageUnavailable` if the
 * storage is another machine.
 */
export type VideoStorage = {
  /** Opens the tus server's store, which is ready when this resolves. */
  openUploads(find: FindUpload): Promise<DataStore>;
  /** Returns the bytes of an unfinished upload from its beginning without a gap. */
  arrivedBytes(videoId: string): Promise<number>;
  /** Throws `VideoMissing` unless all these bytes exist. */
  openWhole(videoId: string, bytes: number): Promise<WholeVideo>;
  /** Writes the poster atomically. */
  keepPoster(videoId: string, picture: Uint8Array): Promise<void>;
  /** Returns the size in bytes of a readable file; undefined without file. */
  sizeOf(videoId: string, kind: VideoFileKind): Promise<number | undefined>;
  /** Reads the bytes of a file from `start` to `end`, inclusive. */
  read(videoId: string, kind: VideoFileKind, range: { start: number; end: number }): Promise<Readable>;
  /** Removes everything of a video. Missing files count as removed. */
  remove(videoId: string): Promise<void>;
  /** Lists the ids of videos with something older than an instant, possibly repeated. */
  olderThan(instant: Date): AsyncIterable<string>;
  /** Removes incomplete files begun before an instant, whose process died. */
  removeBegun(instant: Date): Promise<void>;
};

/**
 * The storage of videos does not answer, or not correctly. Callers may retry in a moment; the message is for the log,
 * without keys or the storage's text.
 */
export class StorageUnavailable extends Refusal {
  /** It refuses, and will until a setting changes; otherwise it may recover. */
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { isRefusal = false, cause }: { readonly isRefusal?: boolean; readonly cause?: unknown } = {},
  ) {
    super('SERVICE_UNAVAILABLE');
    this.name = 'StorageUnavailable';
    this.message = message;
    this.isRefusal = isRefusal;
    this.cause = cause;
  }
}

/**
 * An uploaded video is missing, or incomplete, in a storage that answers. It may return, as from an unmounted folder or a
 * lagging list; after a day it is lost.
 */
export class VideoMissing extends Error {
  override readonly name = 'VideoMissing';
}
