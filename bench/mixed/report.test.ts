import { expect, it } from 'vitest';
import type { LoopResult } from '../load/score.ts';
import { refusalsThatCount } from './report.ts';

const slice = (...refusals: number[]): LoopResult => ({
  succeeded: 1,
  refusals,
  seconds: 1,
  latencies: { p50: 1, p95: 1, p99: 1, p999: 1, max: 1 },
  calls: {},
  generatorBusy: 0.5,
});
const served = { slices: [slice()] };

it('A storm counts when no request was refused at a yardstick or up to three quarters of its peak.', () => {
  const step = (ofPeak: number, ...refusals: number[]) => {
    return { ofPeak, callsPerSecond: 100, slices: [slice(), slice(...refusals)] };
  };
  const yardsticks = { ranking: served, static: served, vote: served, noOp: served };
  expect(refusalsThatCount({ yardsticks, steps: [step(0.5), step(0.75), step(0.9, 503)] })).toEqual([]);
  expect(refusalsThatCount({ yardsticks, steps: [step(0.5), step(0.75, 503), step(0.9)] })).toEqual([503]);
  const refusedVotes = { ...yardsticks, vote: { slices: [slice(3005)] } };
  expect(refusalsThatCount({ yardsticks: refusedVotes, steps: [step(0.5)] })).toEqual([3005]);
});
