import { expect, test } from 'vitest';
import { formatFriendlyDate, ordinal } from './friendly-date.ts';

const now = new Date('2026-11-24T12:00:00Z');

test('without a zone it is the time of the device', () => {
  expect(formatFriendlyDate(new Date(2026, 10, 21, 4, 5, 9), 'en_US', { now })).toBe('November 21st, 04:05');
});

test.each([
  ['en_US', 'January 2nd, 2027, 04:05'],
  ['zh_TW', '2027年1月2日 04:05'],
] as const)('another year is named in %s', (language, written) => {
  expect(formatFriendlyDate(new Date('2027-01-01T20:05:00Z'), language, { hourOffset: 8, now })).toBe(written);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [30, '30th'],
  [31, '31st'],
])('day %i is %s', (day, written) => {
  expect(ordinal(day)).toBe(written);
});
