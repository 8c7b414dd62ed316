import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SEED_PATTERN } from '#/modules/art/index.ts';
import { byteRangeOf } from '#/lib/byte-range.ts';
import { renderPreview } from './render-preview.ts';

type Preview = { readonly file: Buffer; readonly etag: string };

/** Cached previews: a few times the songs of an event, about 80 kB each. */
const mostRemembered = 100;

/**
 * Serves GET /art/{version}/previews/{seed}.wav with byte ranges, which some browsers need for audio.
 *
 * @param isOfSong whether a song has that seed; other seeds are refused, because composing costs CPU
 */
export function servePreviews(server: FastifyInstance, isOfSong: (seed: string) => Promise<boolean>): void {
  const url = previewUrl(':seed');
  const remembered = new Map<string, Preview>();

  function previewOf(seed: string): Preview {
    const known = remembered.get(seed);
    if (known) return known;
    const file = renderPreview(seed);
    const preview = { file, etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"` };
    const [oldest] = remembered.keys();
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(seed, preview);
    return preview;
  }

  server.get(url, { config: { route: `GET ${url}`, rate: 'usual' } }, async (request, reply) => {
    const { seed } = request.params as { seed: string };
    if (!SEED_PATTERN.test(seed) || !(await isOfSong(seed))) {
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no preview at this address.\n');
    }
    const { file, etag } = previewOf(seed);
    reply.headers({
      ...server.apiHeaders,
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
    });
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag)) return reply.code(304).send();
    const range = byteRangeOf(request.headers.range, file.length);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.length}`).send();
    reply.type('audio/wav');
    if (!range) return reply.send(file);
    const { start, end } = range;
    return reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${file.length}`)
      .send(file.subarray(start, end + 1));
  });
}

/** Raise it when the sound changes: previews are immutable, so a changed one needs a new URL. */
const previewVersion = 'v1';

/** Returns the preview's URL relative to the site. */
export function previewUrl(seed: string): string {
  return `/art/${previewVersion}/previews/${seed}.wav`;
}
