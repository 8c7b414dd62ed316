import type { VideoFileKind } from '#/modules/tasks/videos/video-storage.ts';
import type { Part } from './parts.rules.ts';

/** Everything of ours in the bucket begins so. What a folder has below `fan-videos/` has the same name here. */
export const keyPrefix = 'fan-videos/';

const endings: Readonly<Record<VideoFileKind, string>> = { video: '', poster: '.webp' };
const videoIdShape = /^fan-videos\/([0-9a-f]{32})(?:\.webp|\.parts\/[\d-]+)?$/;
const partShape = /\.parts\/(\d{1,15})-(\d{1,15})$/;

export function keyOf(videoId: string, kind: VideoFileKind): string {
  return `${keyPrefix}${videoId}${endings[kind]}`;
}

/** What the keys of all objects of a video begin with, and of no other's, because ids are all of one length. */
export function keysOf(videoId: string): string {
  return `${keyPrefix}${videoId}`;
}

/** What the keys of the parts of an upload begin with. */
export function partKeysOf(videoId: string): string {
  return `${keyPrefix}${videoId}.parts/`;
}

/** The same bytes have the same key, so that a part that is sent again takes the place of the first. */
export function partKeyOf(videoId: string, { offset, length }: Part): string {
  return `${partKeysOf(videoId)}${offset}-${length}`;
}

/** The part that a key names; undefined for the key of something else. */
export function partIn(key: string): Part | undefined {
  const [, offset, length] = partShape.exec(key) ?? [];
  return offset === undefined ? undefined : { offset: Number(offset), length: Number(length) };
}

/** Whose object a key names; undefined for what is none of ours. */
export function videoIdIn(key: string): string | undefined {
  return videoIdShape.exec(key)?.[1];
}
