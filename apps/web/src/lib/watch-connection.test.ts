import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { watchConnection } from './watch-connection.ts';

type Request = { signal: AbortSignal; answer: () => void; fail: () => void };

const pauseMs = 5000;
const timeoutMs = 10_000;

let requests: Request[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        requests.push({
          signal,
          answer: () => resolve(new Response()),
          fail: () => reject(new TypeError('There is no connection.')),
        });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  connection.write('unreachable');
  stop = watchConnection();
});
afterEach(() => {
  stop();
  connection.write('online');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an answer shows that the server is reachable', async () => {
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(connection.read()).toBe('unreachable');
  requests[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.read()).toBe('online');
});

test('a line that swallows packets has one request at a time, and each one ends at its deadline', async () => {
  await vi.advanceTimersByTimeAsync(pauseMs + timeoutMs - 1);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('a failure after another call has succeeded changes nothing', async () => {
  await vi.advanceTimersByTimeAsync(pauseMs);
  connection.write('online');
  requests[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.read()).toBe('online');
});

test('once stopped it aborts its request, ignores the outcome and sends no other', async () => {
  await vi.advanceTimersByTimeAsync(pauseMs);
  requests[0]?.answer();
  stop();
  await vi.advanceTimersByTimeAsync(10 * (pauseMs + timeoutMs));
  expect(connection.read()).toBe('unreachable');
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
});
