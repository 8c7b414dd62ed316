import { describe, expect, test } from 'vitest';
import { remainingTime, untilNextTickMs, urgency } from './remaining-time.ts';

const target = Date.parse('2026-11-23T18:00:00Z');
const hourMs = 3_600_000;

describe('the time left', () => {
  test('splits into days, hours, minutes and seconds', () => {
    const left = 2 * 24 * hourMs + 13 * hourMs + 53 * 60_000 + 18_000;
    expect(remainingTime(target, target - left)).toEqual({ days: 2, hours: 13, minutes: 53, seconds: 18 });
  });

  test('shows one second until the very last millisecond, and never less than nothing', () => {
    expect(remainingTime(target, target - 1).seconds).toBe(1);
    expect(remainingTime(target, target)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
    expect(remainingTime(target, target + hourMs)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});

test('a deadline is pressing within the last hour and over at its very millisecond', () => {
  expect(urgency(target, target - hourMs - 1)).toBe('calm');
  expect(urgency(target, target - hourMs)).toBe('last');
  expect(urgency(target, target - 1)).toBe('last');
  expect(urgency(target, target)).toBe('over');
});

test('a display ticks exactly when the shown second changes', () => {
  expect(untilNextTickMs(target, target - 2500)).toBe(500);
  expect(untilNextTickMs(target, target - 2000)).toBe(1000);
  expect(untilNextTickMs(target, target + 7)).toBe(1000);
});
