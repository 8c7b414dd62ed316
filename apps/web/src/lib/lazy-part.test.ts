import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const Mall = () => 'The mall';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('__LIGHTSTICK_BUILD__', { builtAt: 'now', commitId: '', commitMessage: '' });
  vi.stubGlobal('location', { pathname: '/mall' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no connection.')));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What is on screen, or why it is not, once everything has loaded or failed. */
async function shown(load: () => Promise<typeof Mall>, afterMs: number): Promise<unknown> {
  const { Component } = lazyPart(load);
  let failure: unknown;
  const screen = prerender(createElement(Component), { onError: (error: unknown) => void (failure = error) }).then(
    async ({ prelude }) => new Response(prelude).text(),
    () => failure,
  );
  await vi.advanceTimersByTimeAsync(afterMs);
  return screen;
}

test('a chunk that fails twice comes at the third attempt', async () => {
  let attempts = 0;
  const load = () => {
    attempts += 1;
    return attempts < 3 ? Promise.reject(new TypeError('Importing a module script failed.')) : Promise.resolve(Mall);
  };
  expect(await shown(load, 5_000)).toContain('The mall');
  expect(attempts).toBe(3);
});

test('a chunk that fails three times is given up, with its type and its address', async () => {
  const address = 'https://vote.example.com/assets/mall-screen-1a2b.js';
  const load = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError(`Failed to fetch module: ${address}`)));
  expect(await shown(load, 5_000)).toMatchObject({
    name: 'ChunkLoadError',
    type: 'error',
    address: '/assets/mall-screen-1a2b.js',
  });
  expect(load).toHaveBeenCalledTimes(3);
});

test('a chunk that does not come within two minutes has timed out', async () => {
  const never = () => new Promise<never>(() => undefined);
  expect(await shown(never, 120_000)).toMatchObject({ name: 'ChunkLoadError', type: 'timeout' });
});

test('a part that was fetched ahead is drawn at once, and one that could not be is no error yet', async () => {
  const ahead = lazyPart(() => Promise.resolve(Mall));
  const missing = lazyPart(() => Promise.reject(new TypeError('Importing a module script failed.')));
  await Promise.all([ahead.preload(), missing.preload()]);
  const draw = (part: typeof ahead) =>
    renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(part.Component)));
  expect(draw(ahead)).toContain('The mall');
  expect(draw(missing)).toContain('Loading');
});
