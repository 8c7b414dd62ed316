import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#/services.ts';
import { byteRangeOf } from './byte-range.rules.ts';
import type { FanVideo } from './fan-video.ts';
import { findVideo } from './fan-videos.store.ts';
import { VIDEO_PATH, type VideoLinks } from './video-links.ts';
import type { VideoFileKind, VideoStorage } from './video-storage.ts';
import { heldStates } from './video.rules.ts';

const mediaTypes = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' } as const;

/** Whatever a file turns out to be, a browser plays it or saves it, and never shows it as a page of this site. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'private, max-age=3600',
  'accept-ranges': 'bytes',
};

/** Serves the files of checked videos, and posters, at addresses that were given out to their fan and to operators. */
export function serveVideos(
  server: FastifyInstance,
  { db, clock, storage, links }: Pick<Services, 'db' | 'clock'> & { storage: VideoStorage; links: VideoLinks },
): void {
  server.get(`${VIDEO_PATH}/:videoId/:kind`, async (request, reply) => {
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

/** Nothing for a file that is not there, or that nobody has looked into yet. */
function mediaTypeOf(video: FanVideo, kind: VideoFileKind): string | undefined {
  if (!heldStates.some((state) => state === video.state)) return undefined;
  if (kind === 'poster') return video.hasPoster ? 'image/webp' : undefined;
  return video.container ? mediaTypes[video.container] : undefined;
}

type Sent = {
  readonly type: string;
  readonly size: number;
  readonly read: (range: { start: number; end: number }) => Promise<Readable>;
};

async function send(request: FastifyRequest, reply: FastifyReply, { type, size, read }: Sent): Promise<FastifyReply> {
  const range = byteRangeOf(request.headers.range, size);
  if (range === 'unsatisfiable') {
    reply.headers({ ...request.server.apiHeaders, ...fileHeaders });
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  // A refusal has none of the headers of a file.
  const stream = await read({ start, end });
  reply.headers({ ...request.server.apiHeaders, ...fileHeaders });
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply
    .type(type)
    .header('content-disposition', 'attachment')
    .header('content-length', end - start + 1)
    .send(stream);
}
