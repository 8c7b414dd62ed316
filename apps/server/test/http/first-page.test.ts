import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScratchFolder } from '../world/scratch-folder.ts';
import { builtPage, createWebBuild } from '../world/web-build.ts';
import { createWorld, type World } from '../world/world.ts';

const accept = 'text/html,*/*;q=0.8';
const titleIn = (html: string) => /<h1>\d+ (?<drawn>.*?)<\/h1>/.exec(html)?.groups?.['drawn'];
const browserOf =
  (app: FastifyInstance) =>
  (url: string, headers = {}) =>
    app.inject({ url, headers: { accept, ...headers } });
/** Returns settings without an end of a reader's patience, because the time of a drawing depends on the machine. */
const settingsFor = (web: ScratchFolder) => ({ webDir: web.path, drawingPatienceMs: 60_000 });
/** Waits until the thread that draws has started. */
const waitForThread = ({ app, time }: Pick<World, 'app' | 'time'>) =>
  vi.waitUntil(
    async () => {
      time.forget();
      return titleIn((await browserOf(app)('/about-us')).body) !== undefined;
    },
    { timeout: 30_000 },
  );

describe('the page of a screen', () => {
  let world: World;
  let web: ScratchFolder;
  const lines: string[] = [];
  beforeAll(async () => {
    web = await createWebBuild();
    world = await createWorld({ settings: settingsFor(web), onLogLine: (line) => lines.push(line) });
    await waitForThread(world);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
  });

  const browse = (url: string, headers = {}) => browserOf(world.app)(url, headers);

  it('brings its first screen, its title and the answers it was drawn from', async () => {
    const reply = await browse('/');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language, cookie, user-agent',
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
    { url: '/task', cookie: 'getEnvInfo=%7B%22languageType%22%3A%22zh-Hant%22%7D', drawn: '/task zh_TW host 200' },
    { url: '/task?platform=app', cookie: '', drawn: '/task en_US host 200' },
    { url: '/my-data', cookie: '', drawn: '/my-data en_US visitor 200' },
    { url: '/my-assets', cookie: 'lightstick.page=en_US.fan', drawn: '/my-assets en_US fan 200' },
    { url: '/idol?vote=301&idolId=301&activityId=1', cookie: '', drawn: '/idol en_US visitor 200' },
  ])('is drawn at $url with the cookie "$cookie" as $drawn', async ({ url, cookie, drawn }) => {
    expect(titleIn((await browse(url, { cookie })).body)).toBe(drawn);
  });

  it.each([
    { url: '/task', cookie: '', drawn: '/task zh_TW visitor 200' },
    { url: '/task?lang=en_US', cookie: '', drawn: '/task en_US visitor 200' },
    { url: '/task', cookie: 'lightstick.page=en_US.visitor', drawn: '/task en_US visitor 200' },
    { url: '/task?platform=app', cookie: '', drawn: '/task en_US host 200' },
    { url: '/task', cookie: 'getEnvInfo=%7B%22theme%22%3A%22dark%22%7D', drawn: '/task en_US host 200' },
  ])('is drawn for a browser that prefers Chinese at $url with the cookie "$cookie" as $drawn', async (page) => {
    const { body } = await browse(page.url, { cookie: page.cookie, 'accept-language': 'ja,zh-HK;q=0.9,en;q=0.8' });
    expect(titleIn(body)).toBe(page.drawn);
  });

  it('depends on its address only, with any other parameters', async () => {
    const { body } = await browse('/idol?utm_source=x&idolId=301&vote=302&activityId=1004');
    expect(body).toContain('<title>$& ?activityId=1004&idolId=301</title>');
    const twice = await browse('/idol?idolId=301&activityId=1004&idolId=302');
    expect(twice.body, 'the first of two, as the app reads it').toContain('idolId=301</title>');
    const marked = await browse('/idol?idolId=301?x');
    expect(marked.body).toContain('<title>$& ?idolId=301%3Fx</title>');
  });

  it.each([
    { url: '/task?lang=zh_TW', cookie: '', kept: 'zh_TW.visitor' },
    { url: '/task?lang=en_US', cookie: 'lightstick.page=zh_TW.fan', kept: 'en_US.fan' },
    { url: '/task?lang=zh_TW', cookie: 'lightstick.page=zh_TW.fan', kept: undefined },
    { url: '/task?lang=fr', cookie: '', kept: undefined },
    { url: '/task?lang=zh_TW&platform=app', cookie: '', kept: undefined },
    { url: '/task', cookie: 'lightstick.page=zh_TW.fan', kept: undefined },
  ])('at $url with the cookie "$cookie" keeps for links inside of it: $kept', async ({ url, cookie, kept }) => {
    const { headers } = await browse(url, { cookie });
    expect(headers['set-cookie']).toBe(kept && `lightstick.page=${kept}; Path=/; Max-Age=31536000; SameSite=Lax`);
  });

  it.each([
    '/login',
    '/login/',
    '/login?next=%2Fme',
    '/me',
    '/my-assets',
    '/notifications',
    '/support-record',
    '/my-orders?utm_source=x',
  ])('is that of signing in at %s for a visitor, with its policy in it for the browsers of wallets', async (url) => {
    const { body, headers } = await browse(url);
    expect(titleIn(body)).toBe('/login en_US visitor 200');
    expect(body).toMatch(/^<!doctype html><html lang="en" data-screen="en_US.visitor" data-sign-in /);
    expect(body).toContain(`<head><meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy"`);
    expect(headers['content-security-policy']).toBe("frame-ancestors 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    { url: '/login', cookie: 'lightstick.page=en_US.fan', why: 'who is signed in already' },
    { url: '/forgot-password', cookie: 'lightstick.page=en_US.fan', why: 'who is signed in already' },
    { url: '/login', cookie: 'getEnvInfo=%7B%7D', why: 'whom the host signs in' },
    { url: '/login?way=register', cookie: '', why: 'who may have an account on this device' },
    { url: '/my-orders?tab=orders', cookie: '', why: 'who comes back to a part of the screen' },
    { url: '/support-record?activityId=1004', cookie: '', why: 'who comes back to a filter' },
  ])('is not that of signing in at $url for a reader $why', async ({ url, cookie }) => {
    expect((await browse(url, { cookie })).body).not.toContain('data-screen');
  });

  it('is drawn for a popular screen while a stranger asks for hundreds of invented ids', async () => {
    const flood = Array.from({ length: 200 }, (_, id) => browse(`/idol?idolId=invented-${id}`));
    const replies = await Promise.all([...flood, browse('/use-terms')]);
    expect(titleIn(replies.at(-1)?.body ?? '')).toBe('/use-terms en_US visitor 200');
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('answers 404 with the app at an unknown address', async () => {
    const reply = await browse('/idol?idolId=unknown');
    expect(reply.statusCode).toBe(404);
    expect(titleIn(reply.body)).toBe('/idol en_US visitor 200');
  });

  it.each(['/me', '/live', '/stake', '/nowhere', '/mall?tab=orders', `/idol?idolId=${'9'.repeat(65)}`])(
    'is the page as it was built at %s, where nothing can be drawn',
    async (url) => {
      const reply = await browse(url, { cookie: 'lightstick.page=en_US.fan' });
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe(builtPage);
    },
  );

  it('is drawn again by a new thread after one has broken', async () => {
    await browse('/stake?idolId=1');
    await vi.waitUntil(
      async () => {
        world.time.forget();
        return titleIn((await browse('/rule')).body) === '/rule en_US visitor 200';
      },
      { timeout: 30_000 },
    );
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
    const missing = await browse('/best7?idolId=unknown');
    const stillMissing = await browse('/best7?idolId=unknown', { 'if-none-match': missing.headers.etag });
    expect(stillMissing.statusCode).toBe(404);
  });

  it('is built for a visitor without anything of the fan who asks', async () => {
    const fan = await world.given.fan();
    const { body } = await browse('/task', { token: fan.token, cookie: `passport=${fan.token}` });
    expect(titleIn(body)).toBe('/task en_US visitor 200');
  });
});

/** Creates a separate server for a test that changes the build or closes. */
async function ownWorld(extend?: (server: FastifyInstance, web: ScratchFolder) => void) {
  const web = await createWebBuild();
  const lines: string[] = [];
  const world = await createWorld({
    settings: settingsFor(web),
    onLogLine: (line) => lines.push(line),
    extend: (server) => extend?.(server, web),
  });
  return {
    app: world.app,
    time: world.time,
    lines,
    browse: browserOf(world.app),
    build: (file: string, content: string) => writeFile(join(web.path, file), content),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await web[Symbol.asyncDispose]();
    },
  };
}

describe('the page of a screen that cannot be made', () => {
  it('goes out as it was built, with one line in the log for all its readers', async () => {
    await using own = await ownWorld();
    await waitForThread(own);
    const changed = builtPage.replace('<!--screen-->', '');
    await own.build('index.html', changed);
    for (const url of ['/', '/task', '/idol?idolId=%00', '/rule']) {
      const reply = await own.browse(url);
      expect([reply.statusCode, reply.body]).toEqual([200, changed]);
    }
    const said = own.lines.filter((line) => line.includes('a first page could not be made'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('The built page has no <!--screen--> to put its first screen into.');
    expect(said[0]).not.toContain('"stack"');
    await own.build('index.html', `${builtPage}\n`);
    await waitForThread(own);
  });

  it('is the older or the newer one when the app is built while it is drawn', async () => {
    const newer = builtPage.replace('data-theme="light"', 'data-build="newer"');
    let build = (): Promise<void> => Promise.resolve();
    await using own = await ownWorld((server) =>
      server.addHook('onSend', async ({ url }) => {
        if (url === '/config') await build();
      }),
    );
    await waitForThread(own);
    build = () => own.build('index.html', newer);
    const [first, second] = await Promise.all([own.browse('/task'), own.browse('/rule')]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    build = () => Promise.resolve();
    await waitForThread(own);
    expect((await own.browse('/fan-ranking')).body).toContain('data-build="newer"');
    expect(own.lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
  });

  it('does not start a thread for each of its readers when threads break at their start', async () => {
    await using own = await ownWorld();
    await own.build('.drawing-thread/drawing-thread.js', `throw new Error('It cannot start.');`);
    const urls = Array.from({ length: 60 }, (_, id) => `/idol?idolId=${id}`);
    for (const url of urls) expect((await own.browse(url)).body).toBe(builtPage);
    const failures = own.lines.filter((line) => line.includes('It cannot start.'));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThan(urls.length / 3);
  });

  it('is drawn by the thread of a build that comes later than its page', async () => {
    await using own = await ownWorld();
    await waitForThread(own);
    const later = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) =>
        parentPort.postMessage({
          kind: 'drawn', id,
          screen: { head: '', body: '<h1>1 later</h1>', above: '', answers: '{}', isFound: true } }));`;
    await own.build('.drawing-thread/drawing-thread.js', later);
    const title = async () => {
      own.time.forget();
      return titleIn((await own.browse('/task')).body);
    };
    await expect.poll(title, { timeout: 30_000 }).toBe('later');
  });

  it('is sent as built when the server closes at the same time, and no other page fails', async () => {
    const rejected: unknown[] = [];
    const note = (reason: unknown) => rejected.push(reason);
    process.on('unhandledRejection', note);
    await using own = await ownWorld();
    await waitForThread(own);
    const replies = Promise.all(['/task', '/rule', '/best7', '/fan-ranking'].map((url) => own.browse(url)));
    await own.app.close();
    for (const { statusCode } of await replies) expect(statusCode).toBe(200);
    expect(rejected).toEqual([]);
    process.off('unhandledRejection', note);
  });
});
