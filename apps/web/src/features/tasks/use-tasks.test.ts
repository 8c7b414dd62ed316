import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tasksKey, pollTasks } from './use-tasks.ts';

const pollMs = 4000;
const slowMs = 10_000;

let client: QueryClient;
let signals: AbortSignal[];
let unsubscribe: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  signals = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(tasksKey('fan-1'), 'before');
  const observer = new QueryObserver(client, {
    queryKey: tasksKey('fan-1'),
    queryFn: ({ signal }) => {
      signals.push(signal);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve('confirmed'), slowMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      });
    },
  });
  unsubscribe = observer.subscribe(() => undefined);
});
afterEach(() => {
  unsubscribe();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('polled tasks show an answer that takes longer than the interval', async () => {
  const stop = pollTasks(client, 'fan-1');
  await vi.advanceTimersByTimeAsync(pollMs + slowMs);
  expect(client.getQueryData(tasksKey('fan-1'))).toBe('confirmed');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);

  stop();
  await vi.advanceTimersByTimeAsync(3 * pollMs);
  expect(signals).toHaveLength(1);
});

test('tasks are not polled on a hidden page', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  const stop = pollTasks(client, 'fan-1');
  await vi.advanceTimersByTimeAsync(3 * pollMs);
  expect(signals).toEqual([]);
  stop();
});
