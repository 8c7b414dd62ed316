import type { BadgeId } from '@lightstick/contract';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFresh } from '#/http/response-cache.ts';
import { rasterise } from '#/lib/redraw-picture.ts';
import { drawAvatar } from './draw-avatar.ts';
import { drawBadge } from './draw-badge.ts';
import { drawCover } from './draw-cover.ts';
import { drawNft } from './draw-nft.ts';
import { drawSongCover } from './song/draw-song-cover.ts';
import { drawCutOut, drawPortrait } from './portrait/draw-portrait.ts';

/** Only the drawing's own attributes may take effect when it is opened as a document. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The usual width of pictures in previews of links. */
const jpegWidth = 1200;
/** The most pictures in memory, about 100 KB each. Few links are shared often. */
const mostJpegs = 50;

type Kind = 'portraits' | 'cutouts' | 'avatars' | 'covers' | 'songs' | 'nfts' | 'badges';

type Drawn = {
  /** Raise it whenever the drawing changes: pictures are immutable, so a changed one needs a new address. */
  readonly version: number;
  readonly draw: (seed: string) => string;
  /** Whether it also exists as .jpg, because most previewers of links draw no SVG. */
  readonly hasJpeg: boolean;
};

const KINDS: Readonly<Record<Kind, Drawn>> = {
  portraits: { version: 2, draw: drawPortrait, hasJpeg: true },
  cutouts: { version: 2, draw: drawCutOut, hasJpeg: false },
  avatars: { version: 1, draw: drawAvatar, hasJpeg: false },
  covers: { version: 1, draw: drawCover, hasJpeg: true },
  songs: { version: 1, draw: drawSongCover, hasJpeg: true },
  nfts: { version: 1, draw: drawNft, hasJpeg: false },
  badges: { version: 1, draw: drawBadge, hasJpeg: false },
};

/** Registers GET /art/v{version}/{kind}/{seed}.svg for every kind, and what leads from former versions to the present one. */
export function artRoutes(server: FastifyInstance): void {
  const jpegs = createJpegCache();
  for (const [kind, { version, draw, hasJpeg }] of Object.entries(KINDS) as [Kind, Drawn][]) {
    const address = addressOf(kind, ':seed');
    server.get(address, { config: { rate: 'file' } }, (request, reply) => answerDrawing(request, reply, draw));
    if (hasJpeg) {
      const path = address.replace(/svg$/, 'jpg');
      const config = { route: `GET ${path}`, rate: 'drawing' } as const;
      server.get(path, { config }, (request, reply) => answerJpeg(request, reply, draw, jpegs));
    }
    for (let former = 1; former < version; former += 1) {
      const path = `/art/v${former}/${kind}/:file`;
      server.get(path, { config: { rate: 'file' } }, (request, reply) => leadToPresent(request, reply, kind));
    }
  }
}

/** Pages, posts and hosts keep addresses of former versions. The answer is relative, because a site may lie below a path. */
function leadToPresent(request: FastifyRequest, reply: FastifyReply, kind: Kind): FastifyReply {
  const { file } = request.params as { file: string };
  const [, seed = '', ending] = /^(.+)\.(svg|jpg)$/.exec(file) ?? [];
  const { version, hasJpeg } = KINDS[kind];
  if (!SEED_PATTERN.test(seed) || (ending === 'jpg' && !hasJpeg)) return answerNothing(reply);
  return reply.header('cache-control', 'public, max-age=86400').redirect(`../../v${version}/${kind}/${file}`, 302);
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

/** Seeds are lower-case words, digits and hyphens; `-h0` … `-h9` at the end chooses the light. */
export const SEED_PATTERN = /^[a-z0-9-]{1,64}$/;

const addressOf = (kind: Kind, seed: string): string => `/art/v${KINDS[kind].version}/${kind}/${seed}.svg`;

/** The size of a photo that stands for a drawing: portraits are shown small, covers as wide as a phone. */
const photoWidths = { portraits: 480, covers: 960 } as const;

/** Returns the address of a picture that is the seed of a drawing or the name of a photo, relative to the site. */
function pictureUrl(kind: keyof typeof photoWidths, picture: string): string {
  // No seed has a dot. The web app derives the addresses of other sizes from this one.
  const [, photo] = picture.split('.');
  return photo === undefined ? addressOf(kind, picture) : `/art/v1/photos/${photo}-${photoWidths[kind]}.webp`;
}

/**
 * Returns the address of a portrait, relative to the site. The web app derives from that of a drawing the address of the
 * person without the background, so both have the same version.
 */
export const portraitUrl = (picture: string): string => pictureUrl('portraits', picture);

/** Returns the address of the picture of an NFT edition, relative to the site. */
export const nftUrl = (seed: string): string => addressOf('nfts', seed);

/** The seeds of the pins, which name their pictures. */
const badgeSeeds: Readonly<Record<BadgeId, string>> = {
  firstVote: 'first-vote-h0',
  firstTask: 'first-task-h3',
  sevenDays: 'seven-days-h4',
  thirtyDays: 'thirty-days-h5',
  hundredDays: 'hundred-days-h6',
  lifter: 'lifter-h1',
  nightOwl: 'night-owl-h9',
  fullDay: 'full-day-h8',
  hundredTasks: 'hundred-tasks-h7',
  levelTen: 'level-ten-h2',
};

/** Returns a badge with the address of its pin, relative to the site. */
export const badgeOf = (id: BadgeId) => ({ id, imageUrl: addressOf('badges', badgeSeeds[id]) });

/** Returns the address of the cover of an activity, relative to the site. */
export const coverUrl = (picture: string): string => pictureUrl('covers', picture);

/** The JPEG of a picture for previews on other sites, relative to this one, with its size in pixels. */
type PreviewPicture = { readonly url: string; readonly width: number; readonly height: number };

/** Returns the JPEG of the cover of an activity, drawn or a photo. */
export function coverPreview(picture: string): PreviewPicture {
  const url = coverUrl(picture)
    .replace(/\.svg$/, '.jpg')
    .replace(`-${photoWidths.covers}.webp`, `-${jpegWidth}.jpg`);
  return { url, width: jpegWidth, height: (jpegWidth * 2) / 3 };
}

/** Returns the address of the sleeve of a song, relative to the site. */
export const songCoverUrl = (seed: string): string => addressOf('songs', seed);

/** The columns that determine a fan's picture. */
type AvatarRow = { readonly avatar_file: string | null; readonly avatar_seed: string };

/** The path of uploaded pictures. */
export const AVATAR_PATH = '/avatars';

/** Returns the address of a fan's picture, relative to the site: the uploaded one, else the drawn avatar. */
export function avatarUrlOf({ avatar_file, avatar_seed }: AvatarRow): string {
  return avatar_file === null ? addressOf('avatars', avatar_seed) : `${AVATAR_PATH}/${avatar_file}`;
}
