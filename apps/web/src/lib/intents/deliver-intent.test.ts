import { expect, test, vi } from 'vitest';
import { announceSending, keysBeingSent } from './deliver-intent.ts';

test('an intent is seen to be on its way until it has ended', async () => {
  const ended = announceSending('key-1');
  const alsoEnded = announceSending('key-1');
  const other = announceSending('key-2');
  expect(await keysBeingSent()).toEqual(new Set(['key-1', 'key-2']));
  ended();
  other();
  await vi.waitFor(async () => expect(await keysBeingSent()).toEqual(new Set(['key-1'])));
  alsoEnded();
  await vi.waitFor(async () => expect(await keysBeingSent()).toEqual(new Set()));
});

test('locks of others are no intents', async () => {
  await navigator.locks.request('something else', async () => expect(await keysBeingSent()).toEqual(new Set()));
});

test('without locks everything is still sent', async () => {
  vi.stubGlobal('navigator', {});
  announceSending('key-1')();
  expect(await keysBeingSent()).toEqual(new Set());
  vi.unstubAllGlobals();
});

test('where locks are refused it is still sent', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
  announceSending('key-1')();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
  warn.mockRestore();
});
