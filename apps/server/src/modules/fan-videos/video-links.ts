import { timingSafeEqual } from 'node:crypto';
import type { ServerKeys } from '#/server-keys.ts';
import type { VideoFileKind } from './video-storage.ts';

/** Where the files of videos are served. */
export const VIDEO_PATH = '/fan-videos';

const hourMs = 60 * 60_000;

/**
 * Addresses of the files of videos, signed and good for one to two hours: a browser's player sends no token, so the
 * address alone has to open the file. Within an hour it stays the same, so that a list that is read again shows no other.
 */
export type VideoLinks = {
  linkTo(videoId: string, kind: VideoFileKind, at: Date): string;
  expiryAt(at: Date): Date;
  /** Whether an address was given out for this file and is still good. */
  opens(file: { videoId: string; kind: VideoFileKind; until: string; signature: string }, at: Date): boolean;
};

export function createVideoLinks(keys: ServerKeys): VideoLinks {
  const sign = (videoId: string, kind: VideoFileKind, until: string) =>
    keys.keyedHash('fan-video-link', JSON.stringify([videoId, kind, until]));
  const expiryAt = (at: Date) => new Date((Math.floor(at.getTime() / hourMs) + 2) * hourMs);
  return {
    expiryAt,
    linkTo(videoId, kind, at) {
      const until = String(expiryAt(at).getTime());
      const signature = sign(videoId, kind, until).toString('base64url');
      return `${VIDEO_PATH}/${videoId}/${kind}?until=${until}&signature=${signature}`;
    },
    opens({ videoId, kind, until, signature }, at) {
      const given = Buffer.from(signature, 'base64url');
      const right = sign(videoId, kind, until);
      return given.length === right.length && timingSafeEqual(given, right) && at.getTime() < Number(until);
    },
  };
}
