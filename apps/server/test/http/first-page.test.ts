import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

const built =
  '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8" /><title>Lightstick</title>\n' +
  '<meta name="description" content="Vote." /></head><body><div id="root"><!--screen--><div class="boot-stage"></div></div>' +
  '<noscript>Lightstick needs JavaScript.</noscript></body></html>';

/**
 * Speaks as the web app's thread does: it asks the server for its settings, and says what it was asked to draw. It counts the
 * screens, so that a test can tell how often it drew.
 */
const thread = `
import { parentPort } from 'node:worker_threads';
let drawn = 0;
const waiting = new Map();
parentPort.on('message', (message) => {
  if (message.kind === 'answer') return waiting.get(message.id)(message);
  const { id, request } = message;
  if (request.path === '/live') return parentPort.postMessage({ kind: 'failed', id, reason: 'A part of the screen is missing.' });
  if (request.path === '/stake') throw new Error('The thread is broken.');
  if (request.path === '/me') return parentPort.postMessage({ kind: 'drawn', id, screen: undefined });
  drawn += 1;
  const number = drawn;
  waiting.set(id, ({ status, text }) => {
    const { publicUrl } = JSON.parse(text).data;
    parentPort.postMessage({ kind: 'drawn', id, screen: {
      head: '<title>$& ' + request.search + '</title>',
      body: '<h1>' + [request.path === '/best7' ? 0 : number, request.path, request.language, request.reader, status].join(' ') + '</h1>',
      answers: JSON.stringify({ publicUrl }),
      isFound: !request.search.includes('unknown'),
    } });
  });
  parentPort.postMessage({ kind: 'call', id, method: 'GET', address: '/config', body: undefined, language: request.language });
});
`;

async function buildWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lightstick-web-'));
  await mkdir(join(folder, '.drawing-thread'));
  await writeFile(join(folder, 'index.html'), built);
  await writeFile(join(folder, '.drawing-thread/package.json'), '{"type":"module"}');
  await writeFile(join(folder, '.drawing-thread/drawing-thread.js'), thread);
  return folder;
}

describe('the page of a screen', () => {
  let world: World;
  let webDir: string;
  const lines: string[] = [];
  beforeAll(async () => {
    webDir = await buildWeb();
    world = await createWorld({ settings: { webDir }, onLogLine: (line) => lines.push(line) });
    // Readers do not wait long for a thread that has yet to start.
    await vi.waitUntil(async () => titleIn((await browse('/about-us')).body) !== undefined, { timeout: 30_000 });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await rm(webDir, { recursive: true });
  });

  const browse = (url: string, headers = {}) =>
    world.app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
  const titleIn = (html: string) => /<h1>\d+ (?<drawn>.*?)<\/h1>/.exec(html)?.groups?.['drawn'];

  it('brings its first screen, its title and the answers it was drawn from', async () => {
    const reply = await browse('/');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, cookie, user-agent',
      'content-security-policy': expect.stringContaining("script-src 'self'; style-src 'self'"),
    });
    expect(reply.headers).not.toHaveProperty('set-cookie');
    expect(titleIn(reply.body)).toBe('/ en_US visitor 200');
    expect(reply.body).toContain('<html lang="en" data-screen="en_US.visitor" data-theme="light">');
    expect(reply.body).toContain('<title>$& </title>');
    const publicUrl = world.services.settings.publicUrl;
    expect(reply.body).toContain(
      `<script type="application/json" id="first-answers">${JSON.stringify({ publicUrl })}</script></body>`,
    );
  });

  it.each([
    { url: '/task', cookie: 'lightstick.page=zh_TW.fan', drawn: '/task zh_TW fan 200' },
    { url: '/task?lang=zh_TW', cookie: '', drawn: '/task zh_TW visitor 200' },
    { url: '/task/?lang=zh_TW', cookie: 'lightstick.page=en_US.visitor', drawn: '/task zh_TW visitor 200' },
    { url: '/task', cookie: 'lightstick.page=<script>.admin', drawn: '/task en_US visitor 200' },
    { url: '/task', cookie: 'getEnvInfo=%7B%22languageType%22%3A%22zh_TW%22%7D', drawn: '/task zh_TW host 200' },
    { url: '/task', cookie: 'getEnvInfo=nonsense', drawn: '/task en_US host 200' },
    { url: '/task?platform=app', cookie: '', drawn: '/task en_US host 200' },
    { url: '/idol?vote=301&idolId=301&activityId=1', cookie: '', drawn: '/idol en_US visitor 200' },
  ])('is drawn at $url with the cookie "$cookie" as $drawn', async ({ url, cookie, drawn }) => {
    expect(titleIn((await browse(url, { cookie })).body)).toBe(drawn);
  });

  it('is about what its address chooses, whatever else that says', async () => {
    const { body } = await browse('/idol?utm_source=x&idolId=301&vote=302&activityId=1004');
    expect(body).toContain('<title>$& ?activityId=1004&idolId=301</title>');
  });

  it('answers 404 with the app when there is nothing at the address', async () => {
    const reply = await browse('/idol?idolId=unknown');
    expect(reply.statusCode).toBe(404);
    expect(titleIn(reply.body)).toBe('/idol en_US visitor 200');
  });

  it.each(['/me', '/live', '/stake', '/nowhere', '/mall?tab=orders', `/idol?idolId=${'9'.repeat(65)}`])(
    'is the page as it was built at %s, where nothing can be drawn',
    async (url) => {
      const reply = await browse(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe(built);
    },
  );

  it('is drawn again by a new thread after one has broken', async () => {
    await browse('/stake?idolId=1');
    expect(titleIn((await browse('/rule')).body)).toBe('/rule en_US visitor 200');
    expect(lines.filter((line) => line.includes('The thread is broken.'))).not.toEqual([]);
  });

  it('is drawn once for all who come at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => browse('/ranking-intro')));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(titleIn(replies[0]?.body ?? '')).toBe('/ranking-intro en_US visitor 200');
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = String((await browse('/best7')).headers.etag);
    const again = await browse('/best7', { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('is built for a visitor without anything of the fan who asks', async () => {
    const fan = await world.given.fan();
    const { body } = await browse('/task', { token: fan.token, cookie: `passport=${fan.token}` });
    expect(titleIn(body)).toBe('/task en_US visitor 200');
  });
});
