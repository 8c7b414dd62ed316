import type { VideoFileKind } from '#/modules/tasks/videos/video-storage.ts';

/** A section of an upload, in its own object. */
export type FilePart = { readonly offset: number; readonly length: number };

/** A section of a part to read, from its byte `start` on. */
type Slice = { readonly part: FilePart; readonly start: number; readonly length: number };

/**
 * Returns the slices of the longest gapless beginning of an upload, in order. Parts may overlap in any way, because a
 * client whose answer was lost repeats from its last known offset, perhaps at another replica. An additional part never
 * shortens the beginning, so concurrent parts need no lock.
 */
export function slicesOf(parts: readonly FilePart[]): Slice[] {
  const slices: Slice[] = [];
  let end = 0;
  for (;;) {
    const next = furthest(parts.filter(({ offset }) => offset <= end));
    if (!next || endOf(next) <= end) return slices;
    slices.push({ part: next, start: end - next.offset, length: endOf(next) - end });
    end = endOf(next);
  }
}

/** Returns the length of that beginning in bytes. */
export function arrivedOf(parts: readonly FilePart[]): number {
  return slicesOf(parts).reduce((sum, { length }) => sum + length, 0);
}

function endOf({ offset, length }: FilePart): number {
  return offset + length;
}

function furthest(parts: readonly FilePart[]): FilePart | undefined {
  return parts.reduce<FilePart | undefined>(
    (best, part) => (best && endOf(best) >= endOf(part) ? best : part),
    undefined,
  );
}

/** The prefix of all our objects in the bucket. Below it names equal those of the folder storage. */
export const keyPrefix = 'fan-videos/';

const endings: Readonly<Record<VideoFileKind, string>> = { video: '', poster: '.webp' };
const videoIdShape = /^fan-videos\/([0-9a-f]{32})(?:\.webp|\.parts\/[\d-]+)?$/;
const partShape = /\.parts\/(\d{1,15})-(\d{1,15})$/;

export function keyOf(videoId: string, kind: VideoFileKind): string {
  return `${keyPrefix}${videoId}${endings[kind]}`;
}

/** Returns the key prefix of a video's objects; ids have one length, so no other video shares it. */
export function keysOf(videoId: string): string {
  return `${keyPrefix}${videoId}`;
}

/** Returns the key prefix of an upload's parts. */
export function partKeysOf(videoId: string): string {
  return `${keyPrefix}${videoId}.parts/`;
}

/** Returns the key of a part. Equal parts have equal keys, so a repeated part replaces the first. */
export function partKeyOf(videoId: string, { offset, length }: FilePart): string {
  return `${partKeysOf(videoId)}${offset}-${length}`;
}

/** Returns the part of a key; undefined for other keys. */
export function partIn(key: string): FilePart | undefined {
  const [, offset, length] = partShape.exec(key) ?? [];
  return offset === undefined ? undefined : { offset: Number(offset), length: Number(length) };
}

/** Returns the video of a key; undefined for a foreign object. */
export function videoIdIn(key: string): string | undefined {
  return videoIdShape.exec(key)?.[1];
}
