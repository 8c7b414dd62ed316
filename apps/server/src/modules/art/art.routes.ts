import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { coverUrl, nftUrl, portraitUrl, SEED_PATTERN } from './art-url.ts';
import { drawCover } from './draw-cover.ts';
import { drawNft } from './draw-nft.ts';
import { drawPortrait } from './portrait/draw-portrait.ts';

/** Only the drawing's own attributes may take effect when it is opened as a document. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** GET /art/{version}/portraits/{seed}.svg, /art/{version}/covers/{seed}.svg and /art/{version}/nfts/{seed}.svg. */
export function artRoutes(server: FastifyInstance): void {
  server.get(portraitUrl(':seed'), (request, reply) => answerDrawing(request, reply, drawPortrait));
  server.get(coverUrl(':seed'), (request, reply) => answerDrawing(request, reply, drawCover));
  server.get(nftUrl(':seed'), (request, reply) => answerDrawing(request, reply, drawNft));
}

function answerDrawing(request: FastifyRequest, reply: FastifyReply, draw: (seed: string) => string): FastifyReply {
  const { seed } = request.params as { seed: string };
  if (!SEED_PATTERN.test(seed)) {
    return reply.code(404).type('text/plain; charset=utf-8').send('There is no picture at this address.\n');
  }
  const drawing = draw(seed);
  const etag = `"${createHash('sha256').update(drawing).digest('base64url').slice(0, 22)}"`;
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('etag', etag)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('image/svg+xml').send(drawing);
}

/** Whether an If-None-Match header names this entity tag; weak tags match too, as RFC 9110 section 13.1.2 asks. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
