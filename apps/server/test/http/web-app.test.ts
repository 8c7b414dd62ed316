import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

const longText = 'Long enough to be worth compressing. '.repeat(40);
const page =
  `<!doctype html><html><head><meta charset="utf-8" /><title>Lightstick</title></head><body>${longText}</body>` +
  '</html>';
const script = 'console.log("a script long enough to be worth compressing")';

/** The most listeners for the end of a response, by address. */
const listenersOf = new Map<string, number>();
function noteListeners(server: World['app']): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    listenersOf.set(request.url, 0);
    raw.on('newListener', (event) => {
      const most = Math.max(listenersOf.get(request.url) ?? 0, raw.listenerCount('close') + 1);
      if (event === 'close') listenersOf.set(request.url, most);
    });
    done();
  });
}

async function buildWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lightstick-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'locales'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets/main-3f2a.js'), script);
  await writeFile(join(folder, 'assets/main-3f2a.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'locales/zh_TW.json'), '{}');
  await writeFile(join(folder, 'version.json'), '{"commit":"ab12cd3"}');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  return folder;
}

describe('the web app', () => {
  let world: World;
  let webDir: string;
  beforeAll(async () => {
    webDir = await buildWeb();
    world = await createWorld({ settings: { webDir }, extend: noteListeners });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await rm(webDir, { recursive: true });
  });

  const browse = (url: string, headers = {}) =>
    world.app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

  it.each(['/', '/vote-activity?activityId=1004', '/me', '/nowhere/at/all'])('is the page at %s', async (url) => {
    const reply = await browse(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.body).toBe(page);
  });

  it('adds no more listeners to a response than Node expects, for any number of calls', async () => {
    const addresses = [
      '/',
      '/me',
      '/login',
      '/live/studio',
      '/nowhere/at/all',
      '/assets/main.js',
      '/assets/none.js',
      '/docs',
    ];
    listenersOf.clear();
    for (const url of addresses) await browse(url, { 'accept-encoding': 'gzip, br' });
    expect([...listenersOf.keys()].toSorted()).toEqual(addresses.toSorted());
    expect([...listenersOf].filter(([, most]) => most > EventEmitter.defaultMaxListeners)).toEqual([]);
  });

  it('has a policy by which nothing foreign and nothing inline runs', async () => {
    const policy = String((await browse('/')).headers['content-security-policy']);
    const directives = Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/s, 2)));
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'media-src': "'self' data: blob:",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'self'",
    });
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it.each(['/live/studio', '/live/studio/', '/live/studio?roomId=night-show'])(
    'may film and encode at %s, and on no other page',
    async (url) => {
      const [studio, other] = [await browse(url), await browse('/live?roomId=night-show')];
      expect(other.headers['permissions-policy']).toContain(
        'camera=(), display-capture=(), geolocation=(), microphone=()',
      );
      expect(studio.headers['permissions-policy']).toBe(
        'camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=(), usb=()',
      );
      const policy = String(other.headers['content-security-policy']);
      expect(policy).not.toMatch(/wasm|worker-src[^;]*blob/);
      expect(String(studio.headers['content-security-policy']).replace(" 'wasm-unsafe-eval'", '')).toBe(
        policy.replace("worker-src 'self'", "worker-src 'self' blob:"),
      );
      expect(studio.body).toBe(page);
    },
  );

  describe('for signing in', () => {
    const inPage =
      /<head><meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)" \/><title>/;

    it.each(['/login', '/login/', '/login?next=%2Fme'])('has its policy in the page at %s', async (url) => {
      const [signIn, other] = [await browse(url), await browse('/me')];
      const policy = String(other.headers['content-security-policy']);
      expect(signIn.statusCode).toBe(200);
      // Who may frame the page is the one thing that browsers take from a header only.
      expect(signIn.headers['content-security-policy']).toBe("frame-ancestors 'self'");
      expect(`${inPage.exec(signIn.body)?.[1]}; frame-ancestors 'self'`).toBe(policy);
      expect(signIn.body.replace(/\s*<meta http-equiv[^>]*>/, '')).toBe(page);
    });

    it('has every other header that pages have', async () => {
      const [signIn, other] = [await browse('/login'), await browse('/me')];
      for (const name of ['x-content-type-options', 'referrer-policy', 'permissions-policy', 'cache-control']) {
        expect(signIn.headers[name]).toBe(other.headers[name]);
      }
      expect(signIn.headers['content-type']).toBe('text/html; charset=utf-8');
    });

    it('is compressed for browsers that take it, and not sent again to those that have it', async () => {
      const plain = await browse('/login');
      const small = await browse('/login', { 'accept-encoding': 'gzip, br' });
      expect(small.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
      const again = await browse('/login', { 'if-none-match': plain.headers.etag });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    });

    it('is the new one as soon as the app is built again', async () => {
      await using other = await createWorld({ settings: { webDir } });
      const file = join(webDir, 'index.html');
      const login = () => other.app.inject({ url: '/login', headers: { accept: 'text/html' } });
      expect((await login()).body).toContain('<title>Lightstick</title>');
      await writeFile(file, page.replace('Lightstick', 'A newer build'));
      await utimes(file, new Date(), new Date(Date.now() + 10_000));
      expect((await login()).body).toContain('<title>A newer build</title>');
      await writeFile(file, page);
    });
  });

  it('opens its policy for the frames and the human check of the settings only', async () => {
    await using other = await createWorld({
      settings: { webDir },
      environment: {
        PUBLIC_URL: 'https://vote.example.com',
        FRAME_ANCESTORS: "'self' https://host.example.com",
        ASSET_BASE_URL: 'https://static.example.com/lightstick',
        RECAPTCHA_SITE_KEY: 'k'.repeat(40),
        RECAPTCHA_SECRET: 's'.repeat(40),
      },
    });
    const { headers } = await other.app.inject({ url: '/', headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self' https://host.example.com");
    expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;");
    expect(policy).toContain("img-src 'self' data: blob: https://static.example.com;");
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/;');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('keeps hashed files for ever, compressed at build time', async () => {
    const plain = await browse('/assets/main-3f2a.js');
    expect([plain.body, plain.headers['cache-control']]).toEqual([script, 'public, max-age=31536000, immutable']);
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    const small = await browse('/assets/main-3f2a.js', { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  });

  it.each(['/locales/zh_TW.json', '/version.json'])('has %s asked for again, and not sent again', async (url) => {
    const first = await browse(url);
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect((await browse(url, { 'if-none-match': first.headers.etag })).statusCode).toBe(304);
  });

  it.each([
    '/assets/main-gone.js',
    '/assets/gone',
    '/fonts/gone.woff2',
    '/picture.png',
    '/.vite/manifest.json',
    '/locales/fr_FR.json',
    '/art/v1/gone.svg',
    '/dev/gone',
  ])('is not the answer where a file is missing: %s', async (url) => {
    const reply = await browse(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toMatch(/^text\/plain/);
    expect(reply.headers['cache-control']).not.toMatch(/immutable/);
  });

  it('is not sent to requests other than a browser that opens an address', async () => {
    expect((await world.app.inject({ url: '/me', headers: { accept: 'application/json' } })).statusCode).toBe(404);
    expect((await world.app.inject({ method: 'POST', url: '/me', headers: { accept: 'text/html' } })).statusCode).toBe(
      404,
    );
  });

  it('that is not built yet says so', async () => {
    await using other = await createWorld({ settings: { webDir: join(webDir, 'missing') } });
    const reply = await other.app.inject('/');
    expect([reply.statusCode, reply.body]).toEqual([503, 'The web app is not built yet: run npm run build.\n']);
  });
});

describe('an answer of the API', () => {
  it('has constant headers that let nothing run and nothing be kept', async () => {
    await using world = await createWorld();
    for (const url of ['/config?x', '/wallet/api/v1/nothing']) {
      const { headers } = await world.app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.any(String),
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
    expect((await world.app.inject('/wallet/api/v1/nothing')).headers['cache-control']).toBe('no-store');
  });
});
