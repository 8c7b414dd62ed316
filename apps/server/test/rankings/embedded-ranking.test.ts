import { hash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { PUBLIC_URL: 'https://vote.example.com' } });
  await world.given.election({ idols: 12 });
});
afterAll(() => world[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

describe('the embedded ranking', () => {
  it('is a page that any site may frame, without scripts and cookies, and fresh for a second', async () => {
    const { statusCode, headers, body } = await get('/embed/ranking?activity=1004&theme=dark&lang=zh-TW');
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors *');
    expect(policy).not.toContain('script-src');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=1, stale-while-revalidate=5',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('<html lang="zh-Hant-TW" data-theme="dark">');
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(12_000);
  });

  it('has the reader’s language unless it is chosen, the reader’s theme, and the current event', async () => {
    const { body, headers } = await get('/embed/ranking?theme=pink', { 'accept-language': 'zh-TW' });
    expect(body).toContain('<html lang="zh-Hant-TW" data-theme="auto">');
    expect(headers['vary']).toContain('accept-language');
    expect((await get('/embed/ranking?lang=en', { 'accept-language': 'zh-TW' })).body).toContain('<html lang="en"');
  });

  it('is not sent again until it changes, and shows a vote', async () => {
    const url = '/embed/ranking?activity=1004&lang=en';
    const first = await get(url);
    const known = { 'if-none-match': String(first.headers['etag']) };
    expect((await get(url, known)).statusCode).toBe(304);
    const fan = await world.given.fan({ votes: 3 });
    const body = { activityId: '1004', idolId: '7', num: 3 };
    expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
    await expect.poll(async () => (await get(url, known)).statusCode).toBe(200);
    expect((await get(url)).body).toContain('<span class="v">3 votes</span>');
  });

  it('of an unknown event is not found, whatever is asked', async () => {
    for (const activity of ['nothing', '%3Cscript%3E', '1004%00']) {
      const { statusCode, body } = await get(`/embed/ranking?activity=${activity}&lang=en`);
      expect([statusCode, body.includes('This event isn’t available')]).toEqual([404, true]);
      expect(body).not.toContain('<script');
    }
  });

  it('is the one page that any site may frame', async () => {
    for (const url of ['/', '/vote-activity?activityId=1004', '/embed/other']) {
      const { headers } = await get(url, { accept: 'text/html' });
      expect(String(headers['content-security-policy'])).not.toContain('frame-ancestors *');
    }
  });
});

describe('oEmbed', () => {
  const link = encodeURIComponent('https://vote.example.com/vote-activity?activityId=1004');

  it('says how to frame the ranking of a link, with a preview, in the room that a site has', async () => {
    const { statusCode, headers, body } = await get(`/oembed?url=${link}&format=json&maxwidth=320&maxheight=400`);
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*']);
    const answer = JSON.parse(body) as Record<string, string>;
    expect(answer).toMatchObject({ version: '1.0', type: 'rich', width: 320, height: 400, title: expect.any(String) });
    expect(answer['provider_url']).toBe('https://vote.example.com');
    const [, source = ''] = /^<iframe src="([^"]+)" width="320" height="400" /.exec(answer['html'] ?? '') ?? [];
    const framed = await get(source.replace('https://vote.example.com', '').replaceAll('&amp;', '&'));
    expect(framed.statusCode).toBe(200);
    const preview = await get(new URL(answer['thumbnail_url'] ?? '').pathname);
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { width, height } = await sharp(preview.rawPayload).metadata();
    expect([width, height]).toEqual([answer['thumbnail_width'], answer['thumbnail_height']]);
    expect(JSON.parse((await get(`/oembed?url=${link}&maxwidth=5000&maxheight=x`)).body)).toMatchObject({
      width: 800,
      height: 760,
    });
  });

  it.each([
    ['https://evil.example/vote-activity?activityId=1004', 404],
    ['https://vote.example.com/vote-activity?activityId=nothing', 404],
    ['https://vote.example.com/login', 404],
    ['no address', 404],
  ])('knows nothing of %s', async (url, status) => {
    expect((await get(`/oembed?url=${encodeURIComponent(url)}`)).statusCode).toBe(status);
  });

  it('speaks no XML', async () => {
    expect((await get(`/oembed?url=${link}&format=xml`)).statusCode).toBe(501);
  });
});
