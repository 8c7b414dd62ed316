import { describe, expect, test } from 'vitest';
import { sparkLine } from './spark-line.ts';

const size = { width: 100, height: 32 };

describe('a spark line', () => {
  test('goes from left to right, between the least and the most', () => {
    expect(sparkLine([2, 4, 3], size)).toEqual({ path: 'M0 29L50 3L100 16', end: '100 16' });
  });

  test('of equal values lies in the middle', () => {
    expect(sparkLine([5, 5], size)).toEqual({ path: 'M0 16L100 16', end: '100 16' });
  });

  test('needs two values', () => {
    expect([sparkLine([], size), sparkLine([1], size)]).toEqual([undefined, undefined]);
  });
});
