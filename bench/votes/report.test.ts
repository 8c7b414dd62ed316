import { expect, it } from 'vitest';
import type { LoopResult } from '../load/score.ts';
import type { Measured } from './measure.ts';
import { report } from './report.ts';

const machine = { processor: 'a processor', cores: 2, memoryGiB: 8, system: 'Linux 6.0', node: 'v24.0.0' };

/** Makes a report of one number of connections, in which (a) kept the generator at work for a share of its time. */
function reportWith(busyAtNoOp: number): string {
  const slices = (generatorBusy: number): LoopResult[] => [
    {
      succeeded: 100,
      refusals: [],
      seconds: 1,
      latencies: { p50: 1, p95: 1, p99: 1, p999: 1, max: 1 },
      calls: {},
      generatorBusy,
    },
  ];
  const cell = (variant: Measured, busy: number) => ({ connections: 64, variant, slices: slices(busy) });
  const measured = {
    cells: [cell('raw', 0.5), cell('noOp', busyAtNoOp), cell('single', 0.1), cell('batched', 0.7)],
    turns: { all: 1, disturbed: 0 },
    open: { callsPerSecond: 50, slices: slices(0.4) },
    cost: { votes: 100, serverMs: 20, databaseMs: 10, walBytes: 40_000, diskBytes: 30_000 },
    fans: 10,
    ledger: { votes: 300, invariants: 40 },
    database: { server_version: '17' } as Parameters<typeof report>[0]['database'],
  };
  return report(measured, { at: new Date('2026-11-22T00:00:00Z'), seconds: 1, machine });
}

it('A comparison with a yardstick that the generator could hardly ask for more of is called an upper bound.', () => {
  expect(reportWith(0.95)).toMatch(/\| 0\.95 \/ 0\.70 \|/);
  expect(reportWith(0.95)).toContain('c/a is an upper bound');
  expect(reportWith(0.6)).not.toContain('upper bound');
});

it('The cost of a vote has processor, write-ahead log and disk.', () => {
  expect(reportWith(0.6)).toMatch(/server 200 µs .+\nPostgreSQL 100 µs .+ 400 bytes of write-ahead log and 300 bytes/);
});
