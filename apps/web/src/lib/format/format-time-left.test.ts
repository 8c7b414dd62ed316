import { expect, test } from 'vitest';
import { formatTimeLeft } from './format-time-left.ts';

const second = 1000;
const hour = 3600 * second;

test.each([
  [0, '00:00'],
  [1, '00:01'],
  [65 * second, '01:05'],
  [hour - 1, '1:00:00'],
  [5 * hour + 9 * second, '5:00:09'],
  [24 * hour - 1000, '23:59:59'],
  [24 * hour, undefined],
])('%i ms are %s', (leftMs, shown) => {
  expect(formatTimeLeft(leftMs, 0)).toBe(shown);
});
