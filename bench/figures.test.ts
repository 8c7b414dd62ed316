import { expect, test } from 'vitest';
import { atLeast, atMost, count, median, ms, percentile, refusalsInWords, seconds, spread } from './figures.ts';

test('the median of an even number of figures lies between the two in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBe(0);
});

test('a percentile is one of the figures: as many are not above it as it says', () => {
  const figures = Array.from({ length: 200 }, (_, position) => 200 - position);
  expect([50, 95, 99, 99.9, 100].map((percent) => percentile(figures, percent))).toEqual([100, 190, 198, 200, 200]);
  expect(percentile([7], 1)).toBe(7);
  expect(percentile([], 50)).toBe(0);
});

test('figures are written as people read them', () => {
  expect(count(1234567.6)).toBe('1,234,568');
  expect(ms(12.34)).toBe('12.3 ms');
  expect(ms(123.4)).toBe('123 ms');
  expect([seconds(2), seconds(0.3), seconds(1.2 / 6)]).toEqual(['2 s', '0.3 s', '0.2 s']);
  expect(spread([3, 1, 2], String)).toBe('2 (1–3)');
  expect(refusalsInWords([])).toBe('none');
  expect(refusalsInWords([11001, 11001, -1])).toBe('2 with code 11001, 1 with code -1');
});

test('an aim is met at its very bound', () => {
  expect(atLeast(0.7, 0.7)).toBe('≥ 0.7 is met with 0.70');
  expect(atLeast(0.69, 0.7)).toBe('≥ 0.7 is missed with 0.69');
  expect(atMost(1.2, 1.2, String)).toBe('≤ 1.2 is met with 1.2');
  expect(atMost(100.1, 100, ms)).toBe('≤ 100 ms is missed with 100 ms');
});
