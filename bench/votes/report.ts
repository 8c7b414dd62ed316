import type { Latencies } from '../load/latencies.ts';
import type { Machine } from '../machine.ts';
import { type Cell, median, peakOf, perSecond } from './measure.ts';
import { singleConnections, type Variant } from './routes.ts';
import type { VotesResult } from './scenario.ts';

/** What is aimed at where the product's route answers the most votes. */
const aims = { ofNoOp: 0.7, ofSingle: 4 };

/** The result of a run in Markdown: what was measured, on what, and whether the aims are met. */
export function report(result: VotesResult, machine: Machine, { at, seconds }: { at: Date; seconds: number }): string {
  const { cells, turns, fans, votesInLedger, invariants } = result;
  const peak = peakOf(cells);
  const ratios = ratiosAt(cells, peak.connections);
  const slices = peak.slices.length;
  return `# Durable votes a second at one hot idol, ${at.toISOString().slice(0, 10)}

Through HTTP, one vote a call, ${count(fans)} fans with tokens, all for the same idol. In one run and on one server:
**(a)** a POST that does nothing, with the same authentication, validation and answer; **(b)** one transaction for each vote,
over ${singleConnections} connections of which each has its own part of the tally; **(c)** \`doVote\` as it is, through the micro-batcher.
Each figure is the median of ${slices} slices of ${seconds / slices} s. The variants took turns, and each turn began once the machine was
idle (${turns.disturbed} of ${turns.all} could not wait that long). In brackets the slowest and the fastest slice.

| connections | (a) no-op | (b) a transaction each | (c) doVote | p50 / p99 of (c) | c/a | c/b |
|---:|---:|---:|---:|---:|---:|---:|
${rows(cells)}

Aims at the peak of (c), ${peak.connections} connections: c/a ≥ ${aims.ofNoOp} is ${verdict(ratios.ofNoOp, aims.ofNoOp)}, c/b ≥ ${aims.ofSingle} is ${verdict(ratios.ofSingle, aims.ofSingle)}.

${openLoop(result)}

Afterwards the ledger had ${count(votesInLedger)} votes and all ${invariants} invariants held. Calls refused: ${refusalsIn(result)}.

## The machine

${describe(machine, result)}
`;
}

/** Whether every call did what it should; a figure that contains refusals is none. */
export function isClean(result: VotesResult): boolean {
  return codesIn(result).length === 0;
}

function codesIn({ cells, open }: VotesResult): number[] {
  return [...cells, open].flatMap((measured) => measured.slices.flatMap((slice) => slice.refusals));
}

function refusalsIn(result: VotesResult): string {
  const byCode = Map.groupBy(codesIn(result), (code) => code);
  return [...byCode].map(([code, all]) => `${count(all.length)} with code ${code}`).join(', ') || 'none';
}

function openLoop({ open: { callsPerSecond, slices } }: VotesResult): string {
  const latency = (pick: keyof Latencies) => {
    const all = slices.map((slice) => slice.latencies[pick]);
    return `${ms(median(all))} (${ms(Math.min(...all))}–${ms(Math.max(...all))})`;
  };
  return `At half that peak, ${count(callsPerSecond)} votes a second arriving by the clock whatever became of the ones before (a Poisson process),
latency from the instant at which a vote was due: p50 ${latency('p50')}, p99 ${latency('p99')}, p99.9 ${latency('p999')}.`;
}

function describe(machine: Machine, { database }: VotesResult): string {
  const { server_version: version, ...others } = database;
  const settings = Object.entries(others).map(([name, value]) => `${name} ${value}`);
  return `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}; server, database and load generator share it
- Node ${machine.node}, one server process
- PostgreSQL ${version} through its Unix socket: ${settings.join(', ')}`;
}

function rows(cells: readonly Cell[]): string {
  const counts = new Set(cells.map((cell) => cell.connections));
  return [...counts].map((connections) => row(cells, connections)).join('\n');
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

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function ms(durationMs: number): string {
  return `${durationMs.toFixed(durationMs < 100 ? 1 : 0)} ms`;
}
