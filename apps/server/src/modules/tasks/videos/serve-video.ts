import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byteRangeOf } from '#/lib/byte-range.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import type { VideoFileKind, VideoStorage } from './video-storage.ts';
import { type FanVideo, heldStates } from './video.rules.ts';
import { findVideo } from './videos.store.ts';

const mediaTypes = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' } as const;

/** A browser plays or saves any file, and never shows it as a page of this site. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'private, max-age=3600',
  'accept-ranges': 'bytes',
};

/** Serves files of checked videos and posters at signed addresses for their fan and for operators. */
export function serveVideos(
  server: FastifyInstance,
  { db, clock, storage, links }: Pick<Services, 'db' | 'clock'> & { storage: VideoStorage; links: VideoLinks },
): void {
  server.get(`${VIDEO_PATH}/:videoId/:kind`, { config: { rate: 'file' } }, async (request, reply) => {
    const { videoId, kind } = request.params as { videoId: string; kind: string };
    if (kind !== 'video' && kind !== 'poster') return reply.callNotFound();
    const { until, signature } = request.query as Readonly<Record<string, unknown>>;
    const isOpen = links.opens({ videoId, kind, until: String(until), signature: String(signature) }, clock.now());
    const video = isOpen ? await findVideo(db, videoId) : undefined;
    const type = video && mediaTypeOf(video, kind);
    const size = type && (await storage.sizeOf(videoId, kind));
    if (!type || !size) return reply.callNotFound();
    return send(request, reply, { type, size, read: (range) => storage.read(videoId, kind, range) });
  });
}

/** Returns the media type; undefined for a missing or unchecked file. */
function mediaTypeOf(video: FanVideo, kind: VideoFileKind): string | undefined {
  if (!heldStates.some((state) => state === video.state)) return undefined;
  if (kind === 'poster') return video.hasPoster ? 'image/webp' : undefined;
  return video.container ? mediaTypes[video.container] : undefined;
}

type ServedFile = {
  readonly type: string;
  readonly size: number;
  readonly read: (range: { start: number; end: number }) => Promise<Readable>;
};

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, size, read }: ServedFile,
): Promise<FastifyReply> {
  const range = byteRangeOf(request.headers.range, size);
  if (range === 'unsatisfiable') {
    reply.headers({ ...request.server.apiHeaders, ...fileHeaders });
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  // A refusal has none of the file's headers.
  const stream = await read({ start, end });
  reply.headers({ ...request.server.apiHeaders, ...fileHeaders });
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply
    .type(type)
    .header('content-disposition', 'attachment')
    .header('content-length', end - start + 1)
    .send(stream);
}

/** The path of video files. */
const VIDEO_PATH = '/fan-videos';

const hourMs = 60 * 60_000;

/**
 * Signed addresses of video files, valid for one to two hours: a browser's player sends no token, so the address alone must
 * open the file. Within an hour it stays the same, so that a reloaded list does not change it.
 */
export type VideoLinks = {
  linkTo(videoId: string, kind: VideoFileKind, at: Date): string;
  expiryAt(at: Date): Date;
  /** Returns whether an address was issued for this file and is still valid. */
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
