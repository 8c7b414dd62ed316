import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onQueuedEvent, type QueuedEvent } from './analytics/track.ts';
import { chunkAddress, recoverChunk } from './chunk-failure.ts';
import { holdUnsavedWork } from './unsaved-work.ts';

const base = 'https://vote.example.com/assets/start-9f8e.js';
const source = '() => import(`./mall-screen-1a2b.js`).then((module) => module.MallScreen)';
const chromes = new TypeError(
  'Failed to fetch dynamically imported module: https://vote.example.com/assets/mall-screen-1a2b.js',
);
const safaris = new TypeError('Importing a module script failed.');

describe('the address of a chunk', () => {
  test('comes from the browser', () => {
    expect(chunkAddress(chromes, source, base)).toBe('/assets/mall-screen-1a2b.js');
  });

  test('stands in the import where the browser is silent', () => {
    expect(chunkAddress(safaris, source, base)).toBe('/assets/mall-screen-1a2b.js');
    expect(chunkAddress(safaris, '()=>import("./mall-screen-1a2b.js").then(e=>e.M)', base)).toBe(
      '/assets/mall-screen-1a2b.js',
    );
  });

  test('is empty where it is unknown', () => {
    expect(chunkAddress(safaris, '() => load()', base)).toBe('');
  });
});

describe('a chunk that failed', () => {
  let reloads: number;
  let queued: QueuedEvent[];
  let asked: string[];
  /** The server's answers: the time of its build, and the status of the chunk; undefined when it cannot be reached. */
  let server: { builtAt: string; chunk: number } | undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    reloads = 0;
    queued = [];
    asked = [];
    server = { builtAt: 'now', chunk: 404 };
    onQueuedEvent((one) => queued.push(one));
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    vi.stubGlobal('document', { querySelector: () => ({ content: '{"builtAt":"now"}' }) });
    vi.stubGlobal('location', { pathname: '/mall', reload: () => (reloads += 1) });
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      if (!server) return Promise.reject(new TypeError('There is no connection.'));
      const { builtAt, chunk } = server;
      return Promise.resolve(
        url === '/version.json' ? Response.json({ builtAt }) : new Response(null, { status: chunk }),
      );
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** An engine that keeps a failed module answers every other import of it with the same failure. */
  const keptFailure = () => Promise.reject(chromes);

  /** Returns the outcome of the chunk; undefined while the page is being replaced. */
  async function outcome(cause: unknown = chromes, load: () => Promise<unknown> = keptFailure): Promise<unknown> {
    let result: unknown;
    void recoverChunk({ cause, load, loadSource: source }).then(
      (loaded) => (result = loaded),
      (error: unknown) => (result = error),
    );
    await vi.advanceTimersByTimeAsync(5_000);
    return result;
  }

  test('is missing when the server no longer has it', async () => {
    expect(await outcome()).toMatchObject({
      name: 'ChunkLoadError',
      type: 'missing',
      address: '/assets/mall-screen-1a2b.js',
      isOutdated: false,
    });
    expect(asked, 'once is enough').toEqual(['/assets/mall-screen-1a2b.js', '/version.json']);
    expect(reloads, 'the same build would miss it again').toBe(0);
  });

  test('is an error after two checks when the server is unreachable or unwell', async () => {
    server = undefined;
    expect(await outcome()).toMatchObject({ type: 'error' });
    expect(asked).toHaveLength(3);
    server = { builtAt: 'now', chunk: 503 };
    expect(await outcome()).toMatchObject({ type: 'error' });
    expect(reloads).toBe(0);
  });

  test('is a time-out, without a check, when it did not come', async () => {
    server = { builtAt: 'now', chunk: 200 };
    expect(await outcome(new DOMException('Late.', 'TimeoutError'))).toMatchObject({ type: 'timeout' });
    expect(asked).toEqual(['/version.json']);
    expect(reloads).toBe(0);
  });

  test('loads without a reload where the engine asks for it again', async () => {
    server = { builtAt: 'now', chunk: 200 };
    expect(await outcome(chromes, () => Promise.resolve('The mall'))).toBe('The mall');
    expect([reloads, queued]).toEqual([0, []]);
  });

  test('loads with a new page where the engine keeps the failure, but only once for a build', async () => {
    server = { builtAt: 'now', chunk: 200 };
    expect(await outcome()).toBeUndefined();
    expect([reloads, queued.length]).toEqual([1, 1]);
    expect(await outcome()).toMatchObject({ type: 'error', isOutdated: false });
    expect(reloads).toBe(1);
  });

  test('is loaded by a new page also where its address is unknown but the server lives', async () => {
    server = { builtAt: 'now', chunk: 404 };
    void recoverChunk({ cause: safaris, load: keptFailure, loadSource: '() => load()' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reloads).toBe(1);
  });

  test('is measured, once', async () => {
    const error = await outcome();
    expect(queued.map(({ event, path }) => [event, path])).toEqual([[{ name: 'error', error }, '/mall']]);
  });

  test('reloads the page when the server has a newer build, but only once for it', async () => {
    server = { builtAt: 'later', chunk: 404 };
    expect(await outcome()).toBeUndefined();
    expect([reloads, queued.length]).toEqual([1, 1]);
    expect(await outcome()).toMatchObject({ isOutdated: false });
    expect(reloads).toBe(1);
  });

  test('stops reloading the page when two servers alternate between two builds', async () => {
    for (const builtAt of ['now', 'later', 'now', 'later']) {
      server = { builtAt, chunk: 200 };
      await outcome();
    }
    expect(reloads).toBe(2);
  });

  test('never reloads the page where the browser would forget the reload', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    server = { builtAt: 'later', chunk: 404 };
    expect(await outcome()).toMatchObject({ isOutdated: true });
    server = { builtAt: 'now', chunk: 200 };
    expect(await outcome()).toMatchObject({ type: 'error', isOutdated: false });
    expect(reloads).toBe(0);
  });

  test('leaves it to the fan when something on the page is unsaved', async () => {
    const release = holdUnsavedWork();
    server = { builtAt: 'now', chunk: 200 };
    expect(await outcome()).toMatchObject({ type: 'error', isOutdated: false });
    server = { builtAt: 'later', chunk: 404 };
    expect(await outcome()).toMatchObject({ isOutdated: true });
    expect(reloads).toBe(0);
    release();
    await outcome();
    expect(reloads).toBe(1);
  });
});
