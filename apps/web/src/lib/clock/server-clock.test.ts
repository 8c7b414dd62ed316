import { describe, expect, test } from 'vitest';
import { type ClockOffset, likelyOffsetMs, narrowOffset } from './server-clock.ts';

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
  test('is bounded by every answer, whatever part of a second the header hides', () => {
    for (const aheadMs of [-90_000, -1234, 0, 300, 7_200_000]) {
      const offset = learn(aheadMs, [1_000_013, 1_004_377, 1_009_921]);
      expect(offset?.lowestMs).toBeLessThanOrEqual(aheadMs);
      expect(offset?.highestMs).toBeGreaterThanOrEqual(aheadMs);
    }
  });

  test('is known better than a second after a few answers', () => {
    const sentAtsMs = Array.from({ length: 20 }, (_, index) => 1_000_000 + index * 1_137);
    expect(Math.abs(likelyOffsetMs(learn(90_000, sentAtsMs)) - 90_000)).toBeLessThan(150);
  });

  test('is taken to be ours where that is possible', () => {
    expect(likelyOffsetMs(undefined)).toBe(0);
    expect(likelyOffsetMs(learn(120, [1_000_900]))).toBe(0);
  });

  test('is learnt anew when one of the clocks was set', () => {
    const before = learn(0, [1_000_000, 1_001_500]);
    const after = narrowOffset(before, sample(60_000, 1_010_000, 40, 60));
    expect(after.lowestMs).toBeGreaterThan(58_000);
  });
});
