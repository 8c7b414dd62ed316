import { atLeast, count, median, ms, refusalsInWords, seconds, spread } from '../figures.ts';
import type { Latencies } from '../load/latencies.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan } from '../scenario.ts';
import type { CheckedLedger } from '../server/check-ledger.ts';
import { singleConnections } from '../server/routes-of-comparison.ts';
import { disturbedInWords } from '../idle-turns.ts';
import type { DatabaseSettings } from '../world/describe-database.ts';
import { costInWords } from './cost.ts';
import { type Cell, type Measured, type Measurement, peakOf, perSecond, ratesOf } from './measure.ts';

type VotesResult = Measurement & {
  readonly fans: number;
  readonly ledger: CheckedLedger;
  readonly database: DatabaseSettings;
};

/** The aims where the product's route answers the most votes. */
const aims = { ofNoOp: 0.7, ofSingle: 4 };
/** A generator that is busier measures itself. */
const saturatedFrom = 0.9;

/** Writes the result of a run in Markdown: the measurements, the machine, and whether the aims are met. */
export function report(result: VotesResult, plan: Pick<Plan, 'at' | 'seconds' | 'machine'>): string {
  const { cells, turns, fans, ledger, database } = result;
  const peak = peakOf(cells);
  const ratios = ratiosAt(cells, peak.connections);
  const slices = peak.slices.length;
  return `# Durable votes a second at one hot idol, ${dayOf(plan)}

Through HTTP, one vote a call, ${count(fans)} fans with tokens, all for the same idol. In one run, on one server but \
for (r):
**(r)** a POST to Node's own HTTP server, which reads the body and answers as many bytes;
**(a)** a POST that does nothing, with the same authentication, validation and answer; **(b)** one transaction for each vote,
over ${singleConnections} connections, each with its own part of the tally; **(c)** \`doVote\` as it is, through the \
micro-batcher.
Each figure is the median of ${slices} slices of ${seconds(plan.seconds / slices)}. The variants took turns, and \
${disturbedInWords(turns)}.
In brackets the slowest and the fastest slice.

| connections | (r) raw | (a) no-op | (b) a transaction each | (c) doVote | p50 / p99 of (c) | c/r | c/a | c/b | \
generator at (a) / (c) |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows(cells)}

Aims at the peak of (c), ${peak.connections} connections: c/a ${atLeast(ratios.ofNoOp, aims.ofNoOp)}, c/b \
${atLeast(ratios.ofSingle, aims.ofSingle)}.
${generatorAtWork(cells)}

${openLoop(result)}

${costInWords(result.cost)}

Afterwards the ledger had ${count(ledger.votes)} votes and all ${ledger.invariants} invariants held. Calls refused: \
${refusalsInWords(refusalsIn(result))}.

${machineChapter(plan.machine, { database, servers: 'one server process' })}`;
}

export function refusalsIn({ cells, open }: Measurement): number[] {
  return [...cells, open].flatMap((measured) => measured.slices.flatMap((slice) => slice.refusals));
}

function openLoop({ open: { callsPerSecond, slices } }: VotesResult): string {
  const latency = (pick: keyof Latencies) =>
    spread(
      slices.map((slice) => slice.latencies[pick]),
      ms,
    );
  return `At half that peak, ${count(callsPerSecond)} votes a second arriving by the clock whatever became of the ones \
before (a Poisson process),
latency from the instant at which a vote was due: p50 ${latency('p50')}, p99 ${latency('p99')}, p99.9 \
${latency('p999')}.`;
}

function rows(cells: readonly Cell[]): string {
  const counts = new Set(cells.map((cell) => cell.connections));
  return [...counts].map((connections) => row(cells, connections)).join('\n');
}

function cellOf(cells: readonly Cell[], connections: number, variant: Measured): Cell {
  const cell = cells.find((one) => one.connections === connections && one.variant === variant);
  if (!cell) throw new Error(`${variant} was not measured at ${connections} connections`);
  return cell;
}

function ratiosAt(cells: readonly Cell[], connections: number) {
  const batched = perSecond(cellOf(cells, connections, 'batched'));
  return {
    ofRaw: batched / perSecond(cellOf(cells, connections, 'raw')),
    ofNoOp: batched / perSecond(cellOf(cells, connections, 'noOp')),
    ofSingle: batched / perSecond(cellOf(cells, connections, 'single')),
  };
}

function row(cells: readonly Cell[], connections: number): string {
  const batched = cellOf(cells, connections, 'batched');
  const latency = (pick: 'p50' | 'p99') => ms(median(batched.slices.map((slice) => slice.latencies[pick])));
  const { ofRaw, ofNoOp, ofSingle } = ratiosAt(cells, connections);
  const busy = (variant: Measured) => busyOf(cellOf(cells, connections, variant)).toFixed(2);
  const rates = (['raw', 'noOp', 'single', 'batched'] as const).map((variant) => {
    return `${spread(ratesOf(cellOf(cells, connections, variant).slices), (rate) => count(rate))} /s`;
  });
  return (
    `| ${connections} | ${rates.join(' | ')} | ${latency('p50')} / ${latency('p99')} | ${ofRaw.toFixed(2)} | ` +
    `${ofNoOp.toFixed(2)} | ${ofSingle.toFixed(1)} | ${busy('noOp')} / ${busy('batched')} |`
  );
}

/** Returns the share of its time for which the generator was at work. */
function busyOf({ slices }: Cell): number {
  return median(slices.map((slice) => slice.generatorBusy));
}

function generatorAtWork(cells: readonly Cell[]): string {
  const saturated = cells.filter((cell) => cell.variant === 'noOp' && busyOf(cell) > saturatedFrom);
  const told = 'The last column is the share of its time for which the generator was at work.';
  if (saturated.length === 0) return told;
  return `${told} At ${saturated.map((cell) => cell.connections).join(', ')} connections it could
hardly ask for more of (a): a server asked faster may answer more of them, so c/a is an upper bound there.`;
}
