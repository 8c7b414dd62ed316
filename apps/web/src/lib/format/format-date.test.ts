import { expect, test } from 'vitest';
import { formatMinutesSeconds } from './format-date.ts';

test.each([
  [0, '00:00'],
  [5, '00:05'],
  [4.2, '00:05'],
  [65, '01:05'],
  [3600, '60:00'],
  [-3, '00:00'],
])('%d seconds read %s', (seconds, written) => {
  expect(formatMinutesSeconds(seconds)).toBe(written);
});
