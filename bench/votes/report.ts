import type { Machine } from '../machine.ts';
import { type Cell, peakOf, perSecond } from './measure.ts';
import type { Variant } from './routes.ts';
import type { VotesResult } from './scenario.ts';

/** What is aimed at where the product's route answers the most votes. */
const aims = { ofNoOp: 0.7, ofSingle: 4 };

/** The result of a run in Markdown: what was measured, on what, and whether the aims are met. */
export function report(result: VotesResult, machine: Machine, { at, seconds }: { at: Date; seconds: number }): string {
  const { cells, open, database } = result;
  const peak = peakOf(cells);
  const ratios = ratiosAt(cells, peak.connections);
  const refused =
    open.refused + cells.reduce((sum, cell) => sum + cell.slices.reduce((all, slice) => all + slice.refused, 0), 0);
  const { server_version: version, ...settings } = database;
  return `# Durable votes a second at one hot idol, ${at.toISOString().slice(0, 10)}

Through HTTP, one vote a call, ${count(result.fans)} fans with tokens, all for the same idol. In one run and on one server:
**(a)** a POST that does nothing, with the same authentication, validation and answer; **(b)** one transaction for each vote,
over 16 connections of which each has its own part of the tally; **(c)** \`doVote\` as it is, through the micro-batcher.
Each figure is the mean of ${peak.slices.length} slices that took turns, ${seconds} s together; in brackets the slowest and the fastest slice.

| connections | (a) no-op | (b) a transaction each | (c) doVote | p50 / p99 of (c) | c/a | c/b |
|---:|---:|---:|---:|---:|---:|---:|
${connectionsOf(cells)
  .map((connections) => row(cells, connections))
  .join('\n')}

Aims at the peak of (c), ${peak.connections} connections: c/a ≥ ${aims.ofNoOp} is ${verdict(ratios.ofNoOp, aims.ofNoOp)}, c/b ≥ ${aims.ofSingle} is ${verdict(ratios.ofSingle, aims.ofSingle)}.

At half that peak, ${count(open.callsPerSecond)} votes a second arriving by the clock whatever became of the ones before, latency from the
instant at which a vote was due: p50 ${ms(open.latencies.p50)}, p99 ${ms(open.latencies.p99)}, p99.9 ${ms(open.latencies.p999)}, longest ${ms(open.latencies.most)}.

Afterwards the ledger had ${count(result.votesInLedger)} votes and all ${result.invariants} invariants held. Calls refused: ${refused}.

## The machine

- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}; server, database and load generator share it
- Node ${machine.node}, one server process
- PostgreSQL ${version} (${Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}), through its Unix socket
`;
}

/** Whether every call did what it should; a figure that contains refusals is none. */
export function isClean({ cells, open }: VotesResult): boolean {
  return open.refused === 0 && cells.every((cell) => cell.slices.every((slice) => slice.refused === 0));
}

function connectionsOf(cells: readonly Cell[]): number[] {
  return [...new Set(cells.map((cell) => cell.connections))];
}

function cellOf(cells: readonly Cell[], connections: number, variant: Variant): Cell {
  const cell = cells.find((one) => one.connections === connections && one.variant === variant);
  if (!cell) throw new Error(`${variant} was not measured at ${connections} connections`);
  return cell;
}

function ratiosAt(cells: readonly Cell[], connections: number) {
  const batched = perSecond(cellOf(cells, connections, 'batched'));
  return {
    ofNoOp: batched / perSecond(cellOf(cells, connections, 'noOp')),
    ofSingle: batched / perSecond(cellOf(cells, connections, 'single')),
  };
}

function row(cells: readonly Cell[], connections: number): string {
  const batched = cellOf(cells, connections, 'batched');
  const latency = (pick: 'p50' | 'p99') => ms(median(batched.slices.map((slice) => slice.latencies[pick])));
  const { ofNoOp, ofSingle } = ratiosAt(cells, connections);
  const rates = (['noOp', 'single', 'batched'] as const).map((variant) => rate(cellOf(cells, connections, variant)));
  return `| ${connections} | ${rates.join(' | ')} | ${latency('p50')} / ${latency('p99')} | ${ofNoOp.toFixed(2)} | ${ofSingle.toFixed(1)} |`;
}

function rate(cell: Cell): string {
  const rates = cell.slices.map((slice) => slice.succeeded / slice.seconds);
  return `${count(perSecond(cell))}/s (${count(Math.min(...rates))}–${count(Math.max(...rates))})`;
}

function verdict(ratio: number, aim: number): string {
  return `${ratio >= aim ? 'met' : 'missed'} with ${ratio.toFixed(2)}`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function ms(durationMs: number): string {
  return `${durationMs.toFixed(durationMs < 100 ? 1 : 0)} ms`;
}
