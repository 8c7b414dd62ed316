import type { VideoFileKind } from '#/modules/tasks/videos/video-storage.ts';
import type { Part } from './parts.rules.ts';

/** The prefix of all our objects in the bucket. Below it names equal those of the folder storage. */
export const keyPrefix = 'fan-videos/';

const endings: Readonly<Record<VideoFileKind, string>> = { video: '', poster: '.webp' };
const videoIdShape = /^fan-videos\/([0-9a-f]{32})(?:\.webp|\.parts\/[\d-]+)?$/;
const partShape = /\.parts\/(\d{1,15})-(\d{1,15})$/;

export function keyOf(videoId: string, kind: VideoFileKind): string {
  return `${keyPrefix}${videoId}${endings[kind]}`;
}

/** The key prefix of a video's objects; ids have one length, so no other video shares it. */
export function keysOf(videoId: string): string {
  return `${keyPrefix}${videoId}`;
}

/** The key prefix of an upload's parts. */
export function partKeysOf(videoId: string): string {
  return `${keyPrefix}${videoId}.parts/`;
}

/** Equal parts have equal keys, so a repeated part replaces the first. */
export function partKeyOf(videoId: string, { offset, length }: Part): string {
  return `${partKeysOf(videoId)}${offset}-${length}`;
}

/** The part of a key; undefined for other keys. */
export function partIn(key: string): Part | undefined {
  const [, offset, length] = partShape.exec(key) ?? [];
  return offset === undefined ? undefined : { offset: Number(offset), length: Number(length) };
}

/** The video of a key; undefined for a foreign object. */
export function videoIdIn(key: string): string | undefined {
  return videoIdShape.exec(key)?.[1];
}
