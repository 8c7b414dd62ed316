import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LibraryMissingError } from './human-check-error.ts';
import type * as Module from './recaptcha.ts';

/** The scripts that were put into the page, in order. */
let scripts: EventTarget[];
let recaptchaToken: (typeof Module)['recaptchaToken'];

beforeEach(async () => {
  vi.useFakeTimers();
  scripts = [];
  vi.stubGlobal('document', {
    createElement: () => new EventTarget(),
    head: { append: (script: EventTarget) => scripts.push(script) },
  });
  // The script is loaded once for a whole page, so every test begins with its own page.
  vi.resetModules();
  ({ recaptchaToken } = await import('./recaptcha.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Google's library arrives by the newest script. */
function arrive(): void {
  const grecaptcha = { ready: (run: () => void) => run(), execute: async () => 'a token' };
  vi.stubGlobal('grecaptcha', grecaptcha);
  scripts.at(-1)?.dispatchEvent(new Event('load'));
}

/** Where errors are of this page's own classes, which are loaded again with it, they are known by their names. */
const failure = (token: Promise<string>) => token.catch((error: Error) => `${error.name}: ${error.message}`);
const missing = (why: string) => `${new LibraryMissingError('').name}: ${why}`;

test('the script is loaded once, however long the page is open, and no timer stays behind', async () => {
  const first = recaptchaToken('key', 'send');
  arrive();
  await expect(first).resolves.toBe('a token');
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(recaptchaToken('key', 'send')).resolves.toBe('a token');
  expect(scripts).toHaveLength(1);
});

test('an attempt that failed early does not end the next one when its own time would be over', async () => {
  const first = failure(recaptchaToken('key', 'send'));
  await vi.advanceTimersByTimeAsync(5_000);
  scripts[0]?.dispatchEvent(new Event('error'));
  await expect(first).resolves.toBe(missing('reCAPTCHA could not be loaded.'));

  const second = recaptchaToken('key', 'send');
  await vi.advanceTimersByTimeAsync(12_000);
  const third = recaptchaToken('key', 'send');
  expect(scripts, 'the third waits for the script of the second').toHaveLength(2);
  arrive();
  await expect(Promise.all([second, third])).resolves.toEqual(['a token', 'a token']);
});

test('a script that says nothing is given up after 15 seconds, and loaded again by the next attempt', async () => {
  const first = failure(recaptchaToken('key', 'send'));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(first).resolves.toBe(missing('reCAPTCHA was not ready in time.'));
  const second = recaptchaToken('key', 'send');
  expect(scripts).toHaveLength(2);
  arrive();
  await expect(second).resolves.toBe('a token');
});
