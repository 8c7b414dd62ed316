import { describe, expect, test } from 'vitest';
import { giveWay, placeWhenDragged, type RowSpan } from './use-drag-order.ts';

/** Rows of these heights, one below the other. */
function rowsOf(...heights: number[]): RowSpan[] {
  let top = 0;
  return heights.map((height) => {
    const row = { top, height };
    top += height;
    return row;
  });
}

const even = rowsOf(60, 60, 60, 60);

describe('a dragged row', () => {
  test.each([
    ['stays while it is hardly moved', 1, 20, 1],
    ['passes the next when it covers half of it', 1, 31, 2],
    ['passes the one before when it covers half of it', 1, -31, 0],
    ['passes several', 0, 151, 3],
    ['stops at the end however far it is pulled', 0, 9000, 3],
    ['stops at the top however far it is pulled', 3, -9000, 0],
  ])('%s', (_, from, shift, expected) => {
    expect(placeWhenDragged(even, from, shift)).toBe(expected);
  });

  test('needs a longer way past a taller row', () => {
    const rows = rowsOf(60, 120, 60);
    expect(placeWhenDragged(rows, 0, 59)).toBe(0);
    expect(placeWhenDragged(rows, 0, 61)).toBe(1);
  });

  test('that does not exist goes nowhere', () => {
    expect(placeWhenDragged([], 0, 100)).toBe(0);
  });
});

describe('the others', () => {
  test('between the old place and the new one move by the height of the dragged row', () => {
    expect(even.map((_, index) => (index === 0 ? null : giveWay(even, index, 0, 2)))).toEqual([null, -60, -60, 0]);
    expect(even.map((_, index) => (index === 3 ? null : giveWay(even, index, 3, 1)))).toEqual([0, 60, 60, null]);
  });
});
