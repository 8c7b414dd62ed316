import { environmentManager, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest';
import {
  type ListPage,
  pagedListOptions,
  refetchAfterOthers,
  haveMoved,
  newRowsOf,
  nextPageNum,
  rowsOf,
  withValuesOf,
} from './use-paged-list.ts';

const pollMs = 2000;
const slowMs = 5000;

type Video = 'checking' | 'shown';

const pageOf = (...list: Video[]): ListPage<Video> => ({ list, pageNum: 1, pageSize: 20, total: list.length });

let client: QueryClient;
let signals: AbortSignal[];
let answers: ListPage<Video>[];

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
        return new Promise<ListPage<Video>>((resolve, reject) => {
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

test('a list that is read newest first keeps its rows through time, and is refetched when out of date', async () => {
  let rows = ['a'];
  const list = pagedListOptions({
    queryKey: ['votes'],
    order: 'newestFirst',
    refetchInterval: () => pollMs,
    fetchPage: () => Promise.resolve({ list: rows, pageNum: 1, pageSize: 20, total: rows.length }),
  });
  const observer = new InfiniteQueryObserver(client, list);
  const stop = observer.subscribe(() => undefined);
  const readShown = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.list);
  await vi.advanceTimersByTimeAsync(0);
  rows = ['b', 'a'];
  await vi.advanceTimersByTimeAsync(10 * pollMs);
  stop();
  observer.subscribe(() => undefined);
  refetchAfterOthers(client, ['votes']);
  await vi.advanceTimersByTimeAsync(0);
  expect(readShown(), 'others added a row').toEqual(['a']);

  await client.invalidateQueries({ queryKey: ['votes'] });
  expect(readShown(), 'the fan added a row').toEqual(['b', 'a']);
  expect(client.getQueryData(['head', ...list.queryKey])).toMatchObject({ list: ['b', 'a'] });
});

const page = (pageNum: number, list: readonly string[], total: number): ListPage<string> => ({
  list,
  total,
  pageNum,
  pageSize: 2,
});

describe('the page behind a page', () => {
  test('is the next number while there are more rows', () => {
    expect(nextPageNum(page(1, ['a', 'b'], 3))).toBe(2);
  });

  test('does not exist behind the last row', () => {
    expect(nextPageNum(page(2, ['c'], 3))).toBeUndefined();
    expect(nextPageNum(page(1, ['a', 'b'], 2))).toBeUndefined();
    expect(nextPageNum(page(1, [], 0))).toBeUndefined();
  });

  test('does not exist behind an empty page, even if the total promises more', () => {
    expect(nextPageNum(page(2, [], 9))).toBeUndefined();
  });
});

test('a row that moved to the next page meanwhile is in the list once', () => {
  expect(rowsOf([page(1, ['a', 'b'], 4), page(2, ['b', 'c'], 4)], (row) => row)).toEqual(['a', 'b', 'c']);
});

describe('a newer first page', () => {
  const keyOf = (row: string) => row;
  const loaded = [page(1, ['c', 'b'], 3), page(2, ['a'], 3)];

  test('has the rows above the first loaded row as new', () => {
    expect(newRowsOf(page(1, ['c', 'b'], 3), loaded, keyOf)).toEqual({ rows: [], hasGap: false });
    expect(newRowsOf(page(1, ['d', 'c'], 4), loaded, keyOf)).toEqual({ rows: ['d'], hasGap: false });
  });

  test('counts a loaded row that has moved to the top', () => {
    expect(newRowsOf(page(1, ['a', 'c'], 3), loaded, keyOf)).toEqual({ rows: ['a'], hasGap: false });
  });

  test('may leave more between itself and the loaded rows if all of it is new', () => {
    expect(newRowsOf(page(1, ['g', 'f'], 7), loaded, keyOf)).toEqual({ rows: ['g', 'f'], hasGap: true });
  });

  test('has nothing new if the first loaded row was removed, and shows that', () => {
    const head = page(1, ['b', 'a'], 2);
    expect(newRowsOf(head, loaded, keyOf).rows).toEqual([]);
    expect(haveMoved(head, loaded, keyOf)).toBe(true);
    expect(haveMoved(page(1, ['c', 'b'], 3), loaded, keyOf)).toBe(false);
    expect(haveMoved(page(1, ['c', 'b'], 2), loaded, keyOf), 'a row of a later page was removed').toBe(true);
  });

  test('changes the values of loaded rows, adds none, and keeps the cursor of the next page', () => {
    const vote = (id: string, state: string) => ({ id, state });
    const before = { list: [vote('b', 'waiting'), vote('a', 'waiting')], total: 2, pageNum: 1, pageSize: 2, unread: 0 };
    const head = { list: [vote('c', 'waiting'), vote('b', 'counted')], total: 3, pageNum: 1, pageSize: 2, unread: 1 };
    expect(withValuesOf([before], head, ({ id }) => id)).toEqual([
      { ...before, list: [vote('b', 'counted'), vote('a', 'waiting')], unread: 1 },
    ]);
  });
});
