import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFresh } from '#/http/response-cache.ts';
import { rasterise } from '#/lib/redraw-picture.ts';
import { drawBadge } from './draw-badge.ts';
import { drawCover } from './draw-cover.ts';
import { drawNft } from './draw-nft.ts';
import { drawCutOut, drawPortrait } from './portrait/draw-portrait.ts';

/** Only the drawing's own attributes may take effect when it is opened as a document. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The usual width of pictures in previews of links. */
const jpegWidth = 1200;
/** The most pictures in memory, about 100 KB each. Few links are shared often. */
const mostJpegs = 50;

/**
 * Registers GET /art/{version}/{kind}/{seed}.svg for portraits, cutouts, covers, nfts and badges. Portraits and covers also exist
 * as .jpg, because most previewers of links draw no SVG.
 */
export function artRoutes(server: FastifyInstance): void {
  for (const [address, draw] of [
    [portraitUrl(':seed'), drawPortrait],
    [cutOutUrl(':seed'), drawCutOut],
    [coverUrl(':seed'), drawCover],
    [nftUrl(':seed'), drawNft],
    [badgeUrl(':seed'), drawBadge],
  ] as const) {
    server.get(address, { config: { rate: 'file' } }, (request, reply) => answerDrawing(request, reply, draw));
  }
  const jpegs = createJpegCache();
  for (const [address, draw] of [
    [portraitUrl(':seed'), drawPortrait],
    [coverUrl(':seed'), drawCover],
  ] as const) {
    const path = address.replace(/svg$/, 'jpg');
    const config = { route: `GET ${path}`, rate: 'drawing' } as const;
    server.get(path, { config }, (request, reply) => answerJpeg(request, reply, draw, jpegs));
  }
}

/** Draws each picture once while it is among the latest. One that is refused takes no place from those. */
function createJpegCache(): (path: string, draw: () => string) => Promise<Buffer> {
  const drawing = new Map<string, Promise<Buffer>>();
  const kept = new Map<string, Buffer>();
  function keep(path: string, jpeg: Buffer): Buffer {
    kept.delete(path);
    kept.set(path, jpeg);
    if (kept.size > mostJpegs) kept.delete(kept.keys().next().value ?? '');
    return jpeg;
  }
  async function drawJpeg(path: string, drawingOf: () => string): Promise<Buffer> {
    try {
      return keep(path, await rasterise(drawingOf(), jpegWidth));
    } finally {
      drawing.delete(path);
    }
  }
  return async (path, drawingOf) => {
    const known = kept.get(path);
    if (known) return keep(path, known);
    const underWay = drawing.get(path) ?? drawJpeg(path, drawingOf);
    drawing.set(path, underWay);
    return underWay;
  };
}

async function answerJpeg(
  request: FastifyRequest,
  reply: FastifyReply,
  draw: (seed: string) => string,
  jpegOf: ReturnType<typeof createJpegCache>,
): Promise<FastifyReply> {
  const { seed } = request.params as { seed: string };
  if (!SEED_PATTERN.test(seed)) return answerNothing(reply);
  const jpeg = await jpegOf(request.url.split('?', 1)[0] ?? '', () => draw(seed));
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-content-type-options', 'nosniff')
    .type('image/jpeg')
    .send(jpeg);
}

function answerNothing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('There is no picture at this address.\n');
}

function answerDrawing(request: FastifyRequest, reply: FastifyReply, draw: (seed: string) => string): FastifyReply {
  const { seed } = request.params as { seed: string };
  if (!SEED_PATTERN.test(seed)) return answerNothing(reply);
  const drawing = draw(seed);
  const etag = `"${createHash('sha256').update(drawing).digest('base64url').slice(0, 22)}"`;
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff');
  if (isFresh(request, reply, etag)) return reply.code(304).send();
  return reply.type('image/svg+xml').send(drawing);
}

/**
 * Raise it whenever a drawing changes: pictures are answered as immutable, so a changed drawing needs a new address.
 */
const ART_VERSION = 'v1';

/** Seeds are lower-case words, digits and hyphens; `-h0` … `-h9` at the end chooses the light. */
export const SEED_PATTERN = /^[a-z0-9-]{1,64}$/;

/** Returns the address of the portrait of a seed, relative to the site. */
export function portraitUrl(seed: string): string {
  return `/art/${ART_VERSION}/portraits/${seed}.svg`;
}

/** The address of the person of a portrait without its background. The web app derives it from the portrait's. */
const cutOutUrl = (seed: string) => `/art/${ART_VERSION}/cutouts/${seed}.svg`;

/** Returns the address of the picture of an NFT edition, relative to the site. */
export function nftUrl(seed: string): string {
  return `/art/${ART_VERSION}/nfts/${seed}.svg`;
}

/** Returns the address of the pin of a badge, relative to the site. */
export function badgeUrl(seed: string): string {
  return `/art/${ART_VERSION}/badges/${seed}.svg`;
}

/** Returns the address of the cover of a seed, relative to the site. */
export function coverUrl(seed: string): string {
  return `/art/${ART_VERSION}/covers/${seed}.svg`;
}

/** The columns that determine a fan's picture. */
type AvatarRow = { readonly avatar_file: string | null; readonly avatar_seed: string };

/** The path of uploaded pictures. */
export const AVATAR_PATH = '/avatars';

/** Returns the address of a fan's picture, relative to the site: the uploaded one, else the drawn portrait. */
export function avatarUrlOf({ avatar_file, avatar_seed }: AvatarRow): string {
  return avatar_file === null ? portraitUrl(avatar_seed) : `${AVATAR_PATH}/${avatar_file}`;
}
