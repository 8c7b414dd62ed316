import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handOver, type Noted } from './analytics/track.ts';
import { chunkAddress, giveUpOnChunk } from './chunk-failure.ts';
import { tabStore } from './key-value-store.ts';
import { holdUnsavedWork } from './unsaved-work.ts';

const base = 'https://vote.example.com/assets/start-9f8e.js';
const source = '() => import(`./mall-screen-1a2b.js`).then((module) => module.MallScreen)';
const chromes = new TypeError(
  'Failed to fetch dynamically imported module: https://vote.example.com/assets/mall-screen-1a2b.js',
);
const safaris = new TypeError('Importing a module script failed.');

describe('the address of a chunk', () => {
  test('is told by the browser', () => {
    expect(chunkAddress(chromes, source, base)).toBe('/assets/mall-screen-1a2b.js');
  });

  test('stands in the import where the browser is silent', () => {
    expect(chunkAddress(safaris, source, base)).toBe('/assets/mall-screen-1a2b.js');
    expect(chunkAddress(safaris, '()=>import("./mall-screen-1a2b.js").then(e=>e.M)', base)).toBe(
      '/assets/mall-screen-1a2b.js',
    );
  });

  test('is empty where nobody knows it', () => {
    expect(chunkAddress(safaris, '() => load()', base)).toBe('');
  });
});

describe('a chunk that cannot be had', () => {
  let reloads: number;
  let noted: Noted[];
  /** What the server says: the time of its build, and the status of the chunk; nothing when it cannot be reached. */
  let server: { builtAt: string; chunk: number } | undefined;

  beforeEach(() => {
    reloads = 0;
    noted = [];
    server = { builtAt: 'now', chunk: 404 };
    tabStore.remove('lightstick.reloadedFor');
    handOver((one) => noted.push(one));
    vi.stubGlobal('__LIGHTSTICK_BUILD__', { builtAt: 'now', commitId: '', commitMessage: '' });
    vi.stubGlobal('location', { pathname: '/mall', reload: () => (reloads += 1) });
    vi.stubGlobal('fetch', (url: string) => {
      if (!server) return Promise.reject(new TypeError('There is no connection.'));
      const { builtAt, chunk } = server;
      return Promise.resolve(
        url === '/version.json' ? Response.json({ builtAt }) : new Response(null, { status: chunk }),
      );
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const giveUp = (cause: unknown = chromes) => giveUpOnChunk(cause, source).catch((error: unknown) => error);
  const untilReloaded = () => vi.waitFor(() => expect(reloads).toBe(1));

  test('is missing when the server has it no more', async () => {
    const facts = {
      name: 'ChunkLoadError',
      type: 'missing',
      address: '/assets/mall-screen-1a2b.js',
      isOutdated: false,
    };
    expect(await giveUp()).toMatchObject(facts);
  });

  test('is an error when it is there or nobody can be asked, and a time-out when it did not come', async () => {
    server = { builtAt: 'now', chunk: 200 };
    expect(await giveUp()).toMatchObject({ type: 'error' });
    server = undefined;
    expect(await giveUp()).toMatchObject({ type: 'error' });
    expect(await giveUp(new DOMException('Late.', 'TimeoutError'))).toMatchObject({ type: 'timeout' });
  });

  test('is measured, once', async () => {
    const error = await giveUp();
    expect(noted.map(({ happening, path }) => [happening, path])).toEqual([[{ name: 'error', error }, '/mall']]);
  });

  test('has the page loaded anew when the server has a newer build, but only once for it', async () => {
    server = { builtAt: 'later', chunk: 404 };
    void giveUp();
    await untilReloaded();
    expect(noted).toHaveLength(1);
    expect(await giveUp()).toMatchObject({ isOutdated: false });
    expect(reloads).toBe(1);
  });

  test('leaves it to the fan when something on the page is unsaved', async () => {
    server = { builtAt: 'later', chunk: 404 };
    const release = holdUnsavedWork();
    expect(await giveUp()).toMatchObject({ isOutdated: true });
    expect(reloads).toBe(0);
    release();
    void giveUp();
    await untilReloaded();
  });
});
