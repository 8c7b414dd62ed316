import { environmentManager, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page } from './page.ts';
import { pagedListOptions, refetchAfterOthers } from './use-paged-list.ts';

const pollMs = 2000;
const slowMs = 5000;

type Video = 'checking' | 'shown';

const pageOf = (...list: Video[]): Page<Video> => ({ list, pageNum: 1, pageSize: 20, total: list.length });

let client: QueryClient;
let signals: AbortSignal[];
let answers: Page<Video>[];

/** Observes a list that is polled while a row is in checking and whose later answers take longer than the interval. */
function observe() {
  const observer = new InfiniteQueryObserver(
    client,
    pagedListOptions({
      queryKey: ['videos'],
      order: 'other',
      refetchInterval: (pages) => (pages.some(({ list }) => list.includes('checking')) ? pollMs : false),
      fetchPage: (_, signal) => {
        signals.push(signal);
        const answer = answers.shift() ?? pageOf();
        return new Promise<Page<Video>>((resolve, reject) => {
          const timer = setTimeout(() => resolve(answer), signals.length === 1 ? 0 : slowMs);
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(signal.reason as Error);
          });
        });
      },
    }),
  );
  observer.subscribe(() => undefined);
  return () => observer.getCurrentResult().data?.pages.flatMap(({ list }) => list);
}

beforeEach(() => {
  vi.useFakeTimers();
  // The library polls only where it finds a window.
  environmentManager.setIsServer(() => false);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  signals = [];
});
afterEach(() => {
  client.clear();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
});

test('a polled list shows an answer that takes longer than the interval, and asks once at a time', async () => {
  answers = [pageOf('checking'), pageOf('shown')];
  const rows = observe();
  await vi.advanceTimersByTimeAsync(0);
  expect(rows()).toEqual(['checking']);

  await vi.advanceTimersByTimeAsync(pollMs + slowMs);
  expect(rows()).toEqual(['shown']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test('a list without an interval is not polled any more', async () => {
  answers = [pageOf('checking'), pageOf('shown')];
  observe();
  await vi.advanceTimersByTimeAsync(pollMs + slowMs + 10 * pollMs);
  expect(signals).toHaveLength(2);
});

test('a list that is read newest first keeps its rows through time, and is refetched once it is out of date', async () => {
  let rows = ['a'];
  const list = pagedListOptions({
    queryKey: ['votes'],
    order: 'newestFirst',
    refetchInterval: () => pollMs,
    fetchPage: () => Promise.resolve({ list: rows, pageNum: 1, pageSize: 20, total: rows.length }),
  });
  const observer = new InfiniteQueryObserver(client, list);
  const stop = observer.subscribe(() => undefined);
  const shown = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.list);
  await vi.advanceTimersByTimeAsync(0);
  rows = ['b', 'a'];
  await vi.advanceTimersByTimeAsync(10 * pollMs);
  stop();
  observer.subscribe(() => undefined);
  refetchAfterOthers(client, ['votes']);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown(), 'others added a row').toEqual(['a']);

  await client.invalidateQueries({ queryKey: ['votes'] });
  expect(shown(), 'the fan added a row').toEqual(['b', 'a']);
  expect(client.getQueryData(['head', ...list.queryKey])).toMatchObject({ list: ['b', 'a'] });
});
