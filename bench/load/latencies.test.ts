import { expect, test } from 'vitest';
import { createLatencies } from './latencies.ts';

test('percentiles match the recorded durations within a thousandth', () => {
  const latencies = createLatencies();
  for (let duration = 1000; duration >= 1; duration -= 1) latencies.record(duration);
  const { p50, p95, p99, p999, max } = latencies.read();
  for (const [found, expected] of [
    [p50, 500],
    [p95, 950],
    [p99, 990],
    [p999, 999],
    [max, 1000],
  ] as const) {
    expect(Math.abs(found - expected) / expected).toBeLessThanOrEqual(0.001);
  }
});

test('a single stall is the last percentile and the longest, and moves no other', () => {
  const latencies = createLatencies();
  for (let call = 0; call < 9_990; call += 1) latencies.record(2);
  for (let call = 0; call < 10; call += 1) latencies.record(60_000);
  const { p50, p99, p999, max } = latencies.read();
  expect([p50, p99].map(Math.round)).toEqual([2, 2]);
  expect(p999).toBeLessThan(3);
  expect(max).toBeGreaterThan(59_900);
});

test('durations from below a microsecond to ten minutes are kept', () => {
  const latencies = createLatencies();
  latencies.record(0);
  latencies.record(600_000);
  const { p50, max } = latencies.read();
  expect(p50).toBe(0.001);
  expect(max / 600_000).toBeCloseTo(1, 2);
});

test('without records nothing took any time', () => {
  expect(createLatencies().read().max).toBe(0);
});
