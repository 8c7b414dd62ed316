import { describe, expect, test } from 'vitest';
import { nextPageNum, type Page, rowsOf } from './page.ts';

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
