import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artRoutes, badgeUrl, coverUrl, nftUrl, portraitUrl } from './art.routes.ts';
import { drawBadge } from './draw-badge.ts';
import { drawCover } from './draw-cover.ts';
import { drawNft } from './draw-nft.ts';
import { drawPortrait } from './portrait/draw-portrait.ts';

const seeds = Array.from({ length: 300 }, (_, index) => `fan-${index}`);
const portraitsAndCovers = [...seeds.map((seed) => drawPortrait(seed)), ...seeds.map(drawCover)];
const nfts = seeds.map(drawNft);
const badges = seeds.map(drawBadge);
const drawings = [...portraitsAndCovers, ...nfts, ...badges];

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

describe('drawings', () => {
  test('the drawing of a seed never changes within an art version', () => {
    const hashOf = (some: string[]) => createHash('sha256').update(some.join('\n')).digest('hex');
    expect(hashOf(portraitsAndCovers), 'a changed drawing needs a new ART_VERSION').toMatchInlineSnapshot(
      `"c10429d327dcb36de84f4d5d0f6f11cf394890a98d2183e790a6f1a4065b3c09"`,
    );
    expect(hashOf(nfts), 'a changed drawing needs a new ART_VERSION').toMatchInlineSnapshot(
      `"430063562ce67d89fcc5a2f91ed947aba224249d01516096ee81fd44b16d2848"`,
    );
    expect(hashOf(badges), 'a changed drawing needs a new ART_VERSION').toMatchInlineSnapshot(
      `"7ff92ce3fa6358c2e1f0d700720a2268523a7c40dc55dd77e8e13a6f7433eeba"`,
    );
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
    [coverUrl('moonrise'), drawCover('moonrise')],
    [nftUrl('moonrise-h2'), drawNft('moonrise-h2')],
    [badgeUrl('night-owl-h9'), drawBadge('night-owl-h9')],
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
      const answer = await server.inject(`/art/v1/portraits/${seed}.svg`);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['cache-control']).toBeUndefined();
    },
  );
});
