import { createHistogram } from 'node:perf_hooks';

/** Latencies in milliseconds. */
export type Latencies = {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
};

/** Records any number of durations within a thousandth of their size. */
export function createLatencies() {
  const histogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 });
  return {
    record(durationMs: number): void {
      histogram.record(Math.max(1, Math.round(durationMs * 1000)));
    },
    read: (): Latencies => ({
      p50: histogram.percentile(50) / 1000,
      p95: histogram.percentile(95) / 1000,
      p99: histogram.percentile(99) / 1000,
      p999: histogram.percentile(99.9) / 1000,
      max: histogram.count === 0 ? 0 : histogram.max / 1000,
    }),
  };
}
