import { describe, expect, test } from 'vitest';
import { haveMoved, newRowsOf, nextPageNum, type Page, rowsOf, withValuesOf } from './page.ts';

const page = (pageNum: number, list: readonly string[], total: number): Page<string> => ({
  list,
  total,
  pageNum,
  pageSize: 2,
});

describe('the page behind a page', () => {
  test('is the next number while there are more rows', () => {
    expect(nextPageNum(page(1, ['a', 'b'], 3))).toBe(2);
  });

  test('is not there when the last row has been told', () => {
    expect(nextPageNum(page(2, ['c'], 3))).toBeUndefined();
    expect(nextPageNum(page(1, ['a', 'b'], 2))).toBeUndefined();
    expect(nextPageNum(page(1, [], 0))).toBeUndefined();
  });

  test('is not there behind an empty page, even if the total promises more', () => {
    expect(nextPageNum(page(2, [], 9))).toBeUndefined();
  });
});

test('a row that moved to the next page meanwhile stands in the list once', () => {
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

  test('changes the values of loaded rows, adds none, and leaves what the next page follows from', () => {
    const vote = (id: string, state: string) => ({ id, state });
    const before = { list: [vote('b', 'waiting'), vote('a', 'waiting')], total: 2, pageNum: 1, pageSize: 2, unread: 0 };
    const head = { list: [vote('c', 'waiting'), vote('b', 'counted')], total: 3, pageNum: 1, pageSize: 2, unread: 1 };
    expect(withValuesOf([before], head, ({ id }) => id)).toEqual([
      { ...before, list: [vote('b', 'counted'), vote('a', 'waiting')], unread: 1 },
    ]);
  });
});
