import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artRoutes, avatarUrlOf, badgeOf, coverUrl, nftUrl, portraitUrl, songCoverUrl } from './art.routes.ts';
import { drawAvatar } from './draw-avatar.ts';
import { drawBadge } from './draw-badge.ts';
import { drawCover } from './draw-cover.ts';
import { drawNft } from './draw-nft.ts';
import { drawSongCover, songMotif } from './song/draw-song-cover.ts';
import { SONG_MOTIFS } from './song/song-motifs.ts';
import { drawCutOut, drawPortrait } from './portrait/draw-portrait.ts';

const seeds = Array.from({ length: 300 }, (_, index) => `fan-${index}`);
const portraits = seeds.map(drawPortrait);
const cutOuts = seeds.map(drawCutOut);
const avatars = seeds.map(drawAvatar);
const songCovers = seeds.map(drawSongCover);
const others = { covers: seeds.map(drawCover), nfts: seeds.map(drawNft), badges: seeds.map(drawBadge) };
const drawings = [...portraits, ...avatars, ...songCovers, ...Object.values(others).flat()];

/** The seeds of a file of the demo pack. */
const seedsOfDemo = (file: string, field: string): string[] => {
  const text = readFileSync(new URL(`../../../../../content/demo/${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^ +${field}: (\\S+)$`, 'gm'))].map(([, seed = '']) => seed);
};

/** Returns the tags that were opened and not closed, or closed without being open: empty for well-formed markup. */
function unbalancedTags(markup: string): string[] {
  const open: string[] = [];
  const rest = markup.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-z0-9:-]+="[^"<&]*")*) ?(\/?)>/gi,
    (_, closing, name, __, empty) => {
      if (closing) {
        if (open.at(-1) !== name) open.push(`/${name}`);
        else open.pop();
      } else if (!empty) open.push(name);
      return '';
    },
  );
  return rest === '' ? open : [...open, rest];
}

/** The line of the forearm, which differs with the pose. */
const poseOf = (portrait: string) => /<g stroke-width="50"><path d="([^"]+)"/.exec(portrait)?.[1];

describe('drawings', () => {
  test('the drawing of a seed never changes within an art version', () => {
    const kinds = Object.entries({ portraits, cutOuts, avatars, songCovers, ...others });
    const hashes = kinds.map(([kind, some]) => [
      kind,
      createHash('sha256').update(some.join('\n')).digest('base64url').slice(0, 22),
    ]);
    expect(Object.fromEntries(hashes), 'a changed drawing needs a new version of its kind').toMatchInlineSnapshot(`
      {
        "avatars": "G_v3-MMHiYDE1jK5lbxY0c",
        "badges": "f_ks4_pjWMLh8NcAcgoiaF",
        "covers": "nBkEXlu3ICPf6_pKntStHS",
        "cutOuts": "UYf16kgk4vrmnbG-_7V96r",
        "nfts": "QwBjVizmfYn8xaL5HtlHq6",
        "portraits": "OOT5ksMvgbbeqi7-GtS4bK",
        "songCovers": "h4Lcx5IdBvciPTZtP6lU22",
      }
    `);
  });

  test('every seed has its own drawing', () => {
    expect(new Set(drawings).size).toBe(drawings.length);
  });

  test('drawings are well-formed and carry no number gone wrong', () => {
    for (const drawing of drawings) {
      expect(unbalancedTags(drawing)).toEqual([]);
      expect(drawing).not.toMatch(/NaN|undefined|Infinity|e-\d/);
    }
  });

  test('ids are unique in a page that shows many drawings inline, and every reference meets its definition', () => {
    const ids = drawings.flatMap((drawing) => [...drawing.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    expect(new Set(ids).size).toBe(ids.length);
    for (const drawing of drawings) {
      for (const [, target] of drawing.matchAll(/(?:href="#|url\(#)([^")]+)/g)) {
        expect(drawing).toContain(` id="${target}"`);
      }
    }
  });

  test('a drawing is light enough for a list of idols', () => {
    const sizes = drawings.map((drawing) => drawing.length);
    expect(Math.max(...sizes)).toBeLessThan(7_400);
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(6_000);
    const average = (some: string[]) => some.reduce((sum, one) => sum + gzipSync(one).length, 0) / some.length;
    expect(average(portraits)).toBeLessThan(2_027);
    expect(average(cutOuts)).toBeLessThan(1_684);
    expect(average(avatars)).toBeLessThan(600);
    expect(average(songCovers)).toBeLessThan(600);
  });

  test('a drawing runs nothing and loads nothing', () => {
    for (const drawing of [...drawings, ...cutOuts]) {
      expect(drawing).not.toMatch(/<(?:script|style|image|foreignObject|a)\b| on[a-z]+=|href="(?!#)|url\((?!#)/);
    }
  });

  test('idols stand in three poses, and a cut-out shows the pose of its portrait', () => {
    const poses = Map.groupBy(portraits, poseOf);
    expect(poses.size).toBe(3);
    for (const [pose, some] of poses) {
      expect(pose).toBeDefined();
      expect(some.length).toBeGreaterThan(seeds.length / 6);
    }
    for (const [index, cutOut] of cutOuts.entries()) {
      expect(portraits[index]).toContain(cutOut.slice(cutOut.indexOf('</defs>') + '</defs>'.length, -'</svg>'.length));
    }
    expect(new Set(seedsOfDemo('idols.yaml', 'portraitSeed').map((seed) => poseOf(drawPortrait(seed)))).size).toBe(3);
  });

  test('every song of the demo has a motif of its own', () => {
    const songs = seedsOfDemo('songs.yaml', 'seed');
    expect(songs.length).toBeGreaterThanOrEqual(10);
    expect(new Set(songs.map(songMotif)).size).toBe(songs.length);
  });

  test('every motif of a song is drawn for some seed', () => {
    expect(new Set(seeds.map(songMotif))).toEqual(new Set(SONG_MOTIFS.keys()));
  });

  test('a hue changes the light and leaves the person as she is', () => {
    const colours = (drawing: string) => new Set(drawing.match(/#[0-9a-f]{6}/g));
    expect(drawPortrait('mira-h2')).not.toBe(drawPortrait('mira-h3'));
    const outlines = (seed: string) => [...drawPortrait(seed).matchAll(/ d="([^"]+)"/g)].map((match) => match[1]);
    expect(outlines('mira-h2')).toEqual(outlines('mira-h3'));
    expect(colours(drawPortrait('mira-h2'))).toContain('#4a8df0');
    expect(colours(drawPortrait('mira-h3'))).toContain('#2fae9b');
  });
});

describe('art over HTTP', () => {
  let server: FastifyInstance;
  beforeAll(() => {
    server = Fastify();
    artRoutes(server);
  });
  afterAll(() => server.close());

  test.each([
    [portraitUrl('mira-h2'), drawPortrait('mira-h2')],
    [avatarUrlOf({ avatar_file: null, avatar_seed: 'mira' }), drawAvatar('mira')],
    [coverUrl('moonrise'), drawCover('moonrise')],
    [songCoverUrl('moonrise-h4'), drawSongCover('moonrise-h4')],
    [nftUrl('moonrise-h2'), drawNft('moonrise-h2')],
    [badgeOf('nightOwl').imageUrl, drawBadge('night-owl-h9')],
  ])('%s is an immutable picture that may load nothing', async (url, drawing) => {
    const answer = await server.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(drawing);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });

    const again = await server.inject({ url, headers: { 'if-none-match': `W/${String(answer.headers.etag)}` } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test.each(['Mira', 'mi_ra', 'a'.repeat(65), '%3Cscript%3E', '..%2F..%2Fetc'])(
    'the seed %s is not found',
    async (seed) => {
      for (const version of ['v1', 'v2']) {
        const answer = await server.inject(`/art/${version}/portraits/${seed}.svg`);
        expect(answer.statusCode).toBe(404);
        expect(answer.headers['cache-control']).toBeUndefined();
      }
    },
  );

  test.each(['/art/v1/portraits/mira-h2.svg', '/art/v1/portraits/mira-h2.jpg', '/art/v1/cutouts/mira-h2.svg'])(
    '%s leads to the present drawing, on a site below a path too',
    async (former) => {
      const answer = await server.inject(former);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers['cache-control']).toBe('public, max-age=86400');
      const present = new URL(String(answer.headers.location), `https://example.com/fans${former}`);
      expect(present.pathname).toBe(`/fans${former.replace('v1', 'v2')}`);
    },
  );

  test('a former address of a kind of picture that never existed is not found', async () => {
    expect((await server.inject('/art/v1/cutouts/mira-h2.jpg')).statusCode).toBe(404);
  });
});
