import { expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';

test('thousands are separated', () => {
  expect(formatNumber(0)).toBe('0');
  expect(formatNumber(999)).toBe('999');
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  expect(formatNumber(Number.MAX_SAFE_INTEGER)).toBe('9,007,199,254,740,991');
});
