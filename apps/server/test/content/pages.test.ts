import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Language, languages, pageSlugs } from '@lightstick/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyContent } from '#/modules/content/index.ts';
import { type PackFolder, smallPack } from './small-pack.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'GET /content/api/v1/page';

let world: World;
let folder: PackFolder;

beforeEach(async () => {
  [world, folder] = await Promise.all([createWorld(), smallPack()]);
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const apply = (path = folder.path) => applyContent({ ownerPool: world.ownerPool, clock: world.clock, folder: path });

const read = (slug: string, language: Language = 'en_US') => world.call(route, { query: { slug }, language });

const ask = (headers: Readonly<Record<string, string>>) =>
  world.app.inject({ url: '/content/api/v1/page?slug=use-terms', headers });

test('a page is read as safe HTML, in the language of the reader', async () => {
  await apply();
  expect((await read('use-terms')).data).toEqual({
    slug: 'use-terms',
    title: 'Terms',
    summary: 'What holds here',
    html:
      '<p>Be <strong>kind</strong>.</p>\n<h2 id="section-votes">Votes</h2>\n' +
      '<p>See the <a href="/rule">rules</a>.</p>\n',
    updatedAt: '2026-11-21',
    headings: [{ id: 'section-votes', text: 'Votes', level: 2 }],
  });
  expect((await read('use-terms', 'zh_TW')).data).toMatchObject({
    title: '條款',
    html: expect.stringContaining('<h2 id="section-投票">投票</h2>') as string,
  });
});

test.each(['rule', 'no-such-page', '../use-terms'])('a missing page is refused in words: %s', async (slug) => {
  await apply();
  expect(await read(slug)).toMatchObject({
    status: 200,
    refusal: 'PAGE_NOT_FOUND',
    message: 'This page hasn’t been written yet.',
  });
  expect(await read(slug, 'zh_TW')).toMatchObject({ message: '這個頁面還沒有內容。' });
});

test('caches keep a page by language, and ask again with its tag', async () => {
  await apply();
  const first = await ask({ 'accept-language': 'en_US' });
  expect(first.headers).toMatchObject({
    vary: 'accept-language',
    'cache-control': expect.stringMatching(/^public, max-age=60/) as string,
  });
  const tag = String(first.headers['etag']);
  const again = await ask({ 'accept-language': 'en_US', 'if-none-match': tag });
  expect([again.statusCode, again.body, again.headers['vary']]).toEqual([304, '', 'accept-language']);
  expect((await ask({ 'accept-language': 'zh_TW', 'if-none-match': tag })).statusCode).toBe(200);
});

test('a new wording is read at once, with another tag', async () => {
  await apply();
  const before = await ask({});
  await folder.edit(['pages/use-terms.en_US.md', '**kind**', '**very kind**']);
  expect((await apply()).applied).toEqual({ added: 0, changed: 1, retired: 0 });
  const after = await ask({ 'if-none-match': String(before.headers['etag']) });
  expect(after.statusCode).toBe(200);
  expect(after.body).toContain('very kind');
});

test('a page that the pack no longer names is retired, and returns with it', async () => {
  await apply();
  await rm(join(folder.path, 'pages'), { recursive: true });
  expect((await apply()).applied).toEqual({ added: 0, changed: 0, retired: 1 });
  expect((await read('use-terms')).refusal).toBe('PAGE_NOT_FOUND');
  await using whole = await smallPack();
  expect((await apply(whole.path)).applied).toEqual({ added: 0, changed: 1, retired: 0 });
  expect((await read('use-terms')).data.title).toBe('Terms');
});

test('content from other ways into the database is made safe when it is read', async () => {
  await apply();
  const body = JSON.stringify({ en_US: '<img src=x onerror=alert(1)> [x](javascript:alert(1))', zh_TW: '文' });
  await world.ownerPool.query('UPDATE page SET body = $1', [body]);
  const { html } = (await read('use-terms')).data;
  expect(html).toBe('<p>&lt;img src=x onerror=alert(1)&gt; [x](javascript:alert(1))</p>\n');
});

test('the demo has every page, in both languages and with sections', async () => {
  await apply(resolve(import.meta.dirname, '../../../../content/demo'));
  for (const slug of pageSlugs) {
    for (const language of languages) {
      const { data } = await read(slug, language);
      expect(data.slug).toBe(slug);
      expect(data.headings.length, `sections of ${slug} in ${language}`).toBeGreaterThan(2);
      expect(/\p{Script=Han}/u.test(data.title + data.summary + data.html), `${slug} is Chinese`).toBe(
        language === 'zh_TW',
      );
    }
  }
});
