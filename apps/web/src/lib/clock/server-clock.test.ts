import { describe, expect, test } from 'vitest';
import {
  cautiousOffsetMs,
  type ClockOffset,
  narrowOffset,
  remainingTime,
  untilNextTickMs,
  urgency,
} from './server-clock.ts';

/** The response time header of a server whose clock is `aheadMs` ahead. */
function sample(aheadMs: number, sentAtMs: number, wayThereMs: number, wayBackMs: number) {
  const stampedAtMs = sentAtMs + wayThereMs + aheadMs;
  return { serverMs: Math.floor(stampedAtMs / 1000) * 1000, sentAtMs, receivedAtMs: sentAtMs + wayThereMs + wayBackMs };
}

function learn(aheadMs: number, sentAtsMs: readonly number[]): ClockOffset | undefined {
  return sentAtsMs.reduce<ClockOffset | undefined>(
    (offset, sentAtMs) => narrowOffset(offset, sample(aheadMs, sentAtMs, 40, 60)),
    undefined,
  );
}

describe('the server’s clock', () => {
  test('is bounded by every answer, for every part of a second that the header hides', () => {
    for (const aheadMs of [-90_000, -1234, 0, 300, 7_200_000]) {
      const offset = learn(aheadMs, [1_000_013, 1_004_377, 1_009_921]);
      expect(offset?.lowestMs).toBeLessThanOrEqual(aheadMs);
      expect(offset?.highestMs).toBeGreaterThanOrEqual(aheadMs);
    }
  });

  test('is known better than a second after a few answers', () => {
    const sentAtsMs = Array.from({ length: 20 }, (_, index) => 1_000_000 + index * 1_137);
    expect(Math.abs(cautiousOffsetMs(learn(90_000, sentAtsMs)) - 90_000)).toBeLessThan(150);
  });

  test('is never taken to be later than it is, for every part of a second, so that no wait ends too early', () => {
    for (const aheadMs of [-90_000, -2345, 2345, 7_200_000])
      for (let phaseMs = 0; phaseMs < 1000; phaseMs += 1) {
        const offsetMs = cautiousOffsetMs(learn(aheadMs, [1_000_000 + phaseMs]));
        expect(offsetMs).toBeLessThanOrEqual(aheadMs);
        expect(offsetMs).toBeGreaterThan(aheadMs - 1100);
      }
  });

  test('is taken to be ours where that is possible', () => {
    expect(cautiousOffsetMs(undefined)).toBe(0);
    expect(cautiousOffsetMs(learn(120, [1_000_900]))).toBe(0);
  });

  test('is measured again when one of the clocks was set', () => {
    const before = learn(0, [1_000_000, 1_001_500]);
    const after = narrowOffset(before, sample(60_000, 1_010_000, 40, 60));
    expect(after.lowestMs).toBeGreaterThan(58_000);
  });
});

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
