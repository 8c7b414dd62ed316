import { performance } from 'node:perf_hooks';
import type { Reply } from './http-connection.ts';
import { createLatencies, type Latencies } from './latencies.ts';

/** How calls of one kind fared. */
export type CallScore = {
  readonly succeeded: number;
  /** Those of them who were told that what they have still holds. */
  readonly unchanged: number;
  readonly latencies: Latencies;
};

/** How the calls of a loop fared. */
export type LoopResult = {
  /** Calls that succeeded within the measured time. */
  readonly succeeded: number;
  /** The codes of the calls that were answered with anything else. */
  readonly refusals: readonly number[];
  readonly seconds: number;
  readonly latencies: Latencies;
  readonly calls: Readonly<Record<string, CallScore>>;
  /** The share of its time for which the generator's thread was at work: near one, it is the generator that is measured. */
  readonly generatorBusy: number;
};

/** Keeps the score of a loop that measures from an instant on. */
export function keepScore(beginMs: number) {
  const latencies = createLatencies();
  const refusals: number[] = [];
  const calls = new Map<string, { succeeded: number; unchanged: number; latencies: typeof latencies }>();
  const before = performance.eventLoopUtilization();

  function scoreOf(call: string) {
    const known = calls.get(call) ?? { succeeded: 0, unchanged: 0, latencies: createLatencies() };
    calls.set(call, known);
    return known;
  }

  return {
    refused: (code: number) => void refusals.push(code),
    succeeded(call: string, { isUnchanged }: Reply, durationMs: number) {
      const score = scoreOf(call);
      score.succeeded += 1;
      if (isUnchanged) score.unchanged += 1;
      score.latencies.record(durationMs);
      latencies.record(durationMs);
    },
    read(endMs: number): LoopResult {
      const scores = [...calls].map(
        ([call, score]) => [call, { ...score, latencies: score.latencies.read() }] as const,
      );
      return {
        succeeded: scores.reduce((sum, [, score]) => sum + score.succeeded, 0),
        refusals,
        seconds: (endMs - beginMs) / 1000,
        latencies: latencies.read(),
        calls: Object.fromEntries(scores),
        generatorBusy: performance.eventLoopUtilization(before).utilization,
      };
    },
  };
}
