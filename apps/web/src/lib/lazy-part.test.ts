import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { prefetchTimeoutMs, lazyPart } from './lazy-part.ts';

const Mall = () => 'The mall';
const address = 'https://vote.example.com/assets/mall-screen-1a2b.js';
const failure = new TypeError(`Failed to fetch dynamically imported module: ${address}`);

/** Whether the server can be reached. */
let isReachable: boolean;
let asked: string[];

// The app has fetched what decides about failures before there is one; reading it here takes time that no fake timer makes.
beforeAll(() => import('./chunk-failure.ts'));
beforeEach(() => {
  vi.useFakeTimers();
  isReachable = false;
  asked = [];
  vi.stubGlobal('document', {
    querySelector: () => ({ content: '{"builtAt":"now"}' }),
    documentElement: { dataset: { brand: '{}' } },
  });
  vi.stubGlobal('location', { pathname: '/mall' });
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/locales/')) return Promise.resolve(Response.json({}));
    asked.push(url);
    return isReachable ? Promise.resolve(new Response()) : Promise.reject(new TypeError('There is no connection.'));
  });
});
afterEach(() => {
  connection.write('online');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What is on screen, or why it is not, once everything has loaded or failed. */
async function renderPart(load: () => Promise<typeof Mall>, afterMs: number): Promise<unknown> {
  const { Component } = lazyPart(load);
  let thrown: unknown;
  const screen = prerender(createElement(Component), { onError: (error: unknown) => void (thrown = error) }).then(
    async ({ prelude }) => new Response(prelude).text(),
    () => thrown,
  );
  await vi.advanceTimersByTimeAsync(afterMs);
  return screen;
}

describe('a part that is shown', () => {
  test('waits for its texts, and is not shown without them', async () => {
    const texts = Promise.withResolvers<void>();
    const { Component } = lazyPart(
      () => Promise.resolve(Mall),
      () => texts.promise,
    );
    const drawing = prerender(createElement(Component));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.race([drawing, Promise.resolve('waiting')])).toBe('waiting');
    texts.resolve();
    await vi.advanceTimersByTimeAsync(0);
    const { prelude } = await drawing;
    expect(await new Response(prelude).text()).toContain('The mall');
  });

  test('comes after all when its chunk failed and the server is found to have it', async () => {
    isReachable = true;
    const load = vi.fn<() => Promise<typeof Mall>>(() => Promise.resolve(Mall)).mockRejectedValueOnce(failure);
    expect(await renderPart(load, 5_000)).toContain('The mall');
    expect(asked).toEqual(['/assets/mall-screen-1a2b.js']);
  });

  test('is given up when the server was looked for twice, with its type and its address', async () => {
    const load = vi.fn<() => Promise<never>>(() => Promise.reject(failure));
    expect(await renderPart(load, 5_000)).toMatchObject({
      name: 'ChunkLoadError',
      type: 'error',
      address: '/assets/mall-screen-1a2b.js',
    });
    expect(asked.filter((url) => url !== '/version.json')).toHaveLength(2);
    expect(load, 'most engines would not ask again').toHaveBeenCalledOnce();
  });

  test('has timed out when its chunk did not come within two minutes', async () => {
    const never = () => new Promise<never>(() => undefined);
    expect(await renderPart(never, 120_000)).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
  });

  test('has not timed out because the device slept while its chunk was on the way', async () => {
    const chunk = Promise.withResolvers<typeof Mall>();
    const { Component } = lazyPart(() => chunk.promise);
    const drawing = prerender(createElement(Component));
    await vi.advanceTimersByTimeAsync(0);
    // After sleep each timer that fell due runs once.
    await vi.advanceTimersToNextTimerAsync();
    chunk.resolve(Mall);
    await vi.advanceTimersByTimeAsync(0);
    const { prelude } = await drawing;
    expect(await new Response(prelude).text()).toContain('The mall');
  });

  test('has two minutes in all when its chunk is loaded again', async () => {
    isReachable = true;
    const load = vi.fn<() => Promise<never>>(() => new Promise(() => undefined)).mockRejectedValueOnce(failure);
    expect(await renderPart(load, 120_000)).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a part that is fetched ahead', () => {
  test('is drawn at once, and one that failed to load is no error yet', async () => {
    const ahead = lazyPart(() => Promise.resolve(Mall));
    const missing = lazyPart(() => Promise.reject(failure));
    await Promise.all([ahead.preload(), missing.preload()]);
    const draw = (part: typeof ahead) =>
      renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(part.Component)));
    expect(draw(ahead)).toContain('The mall');
    expect(draw(missing)).toContain('Loading');
  });

  test('is not asked for while the network is away, because a chunk that failed stays failed', async () => {
    const load = vi.fn<() => Promise<typeof Mall>>(() => Promise.resolve(Mall));
    const { preload } = lazyPart(load);
    for (const away of ['offline', 'unreachable'] as const) {
      connection.write(away);
      await preload();
    }
    expect(load).not.toHaveBeenCalled();
    connection.write('online');
    await preload();
    expect(load).toHaveBeenCalledOnce();
  });

  test('is not waited for without end', async () => {
    const settled = vi.fn<() => void>();
    void lazyPart(() => new Promise<never>(() => undefined))
      .preload()
      .then(settled);
    await vi.advanceTimersByTimeAsync(prefetchTimeoutMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledOnce();
  });
});
