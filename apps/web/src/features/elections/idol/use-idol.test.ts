import { expect, test } from 'vitest';
import { askMinutelyMs, formatBirthday } from './use-idol.ts';

const receivedAtMs = Date.parse('2026-11-21T08:00:00Z');

test('counts that the server updates once a minute are fetched every minute as long as they may change', () => {
  expect(askMinutelyMs({ isFinal: false, receivedAtMs }, receivedAtMs + 600_000)).toBe(60_000);
});

test('after the result they are fetched until an answer is surely of the final count', () => {
  const election = { isFinal: true, receivedAtMs };
  expect(askMinutelyMs(election, receivedAtMs - 20_000), 'counted before the result').toBe(60_000);
  expect(askMinutelyMs(election, receivedAtMs + 40_000), 'perhaps counted before the result').toBe(60_000);
  expect(askMinutelyMs(election, receivedAtMs + 60_000)).toBe(false);
});

test('a birthday is a day of the year in the fan’s language, that of a leap year too', () => {
  expect(formatBirthday('03-14', 'en_US')).toBe('March 14');
  expect(formatBirthday('02-29', 'zh_TW')).toBe('2月29日');
});
