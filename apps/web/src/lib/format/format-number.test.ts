import { expect, test } from 'vitest';
import { formatNumber, groupDigits } from './format-number.ts';

test.each([0, 1, 999, 1000, 65_535, 1_234_567, -12, -123, -1234, -1_234_567, 0.5, 1234.5, Number.MAX_SAFE_INTEGER])(
  '%d is written as the browser writes it',
  (value) => {
    expect(formatNumber(value)).toBe(new Intl.NumberFormat('en-US').format(value));
  },
);

test.each([
  ['', ''],
  ['7', '7'],
  ['100', '100'],
  ['-1000', '-1,000'],
  ['123456789012345678901234', '123,456,789,012,345,678,901,234'],
])('digits are grouped from their end, however many: %s', (digits, grouped) => {
  expect(groupDigits(digits)).toBe(grouped);
});

test('thousands are separated', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
});
