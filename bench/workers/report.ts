import { atLeast, count, median, ms, refusalsInWords, seconds, spread } from '../figures.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan } from '../scenario.ts';
import type { CheckedLedger } from '../server/check-ledger.ts';
import { singleConnections, type Variant } from '../server/routes-of-comparison.ts';
import { disturbedInWords, type Turns } from '../idle-turns.ts';
import { perSecond, ratesOf } from '../votes/measure.ts';
import type { DatabaseSettings } from '../world/describe-database.ts';
import type { CrewCell } from './measure.ts';

type WorkersResult = {
  readonly cells: readonly CrewCell[];
  readonly turns: Turns;
  readonly refusals: readonly number[];
  readonly fans: number;
  readonly ledger: CheckedLedger;
  readonly database: DatabaseSettings;
};

const aims = { ofNoOp: 0.7, ofSingle: 4 };

export function report(result: WorkersResult, plan: Pick<Plan, 'at' | 'seconds' | 'machine'>): string {
  const { cells, turns, fans, ledger, database, refusals } = result;
  const slices = cells[0]?.slices.length ?? 1;
  const groups = [...Map.groupBy(cells, ({ workers, connections }) => `${workers} ${connections}`).values()];
  return `# Votes with one worker and with two, ${dayOf(plan)}

The product by \`--workers 1\` and \`--workers 2\`, over one database. Through HTTP, one vote a call, ${count(fans)} \
fans with tokens, all for
the same idol: **(a)** a POST that does nothing, with the same authentication, validation and answer; **(b)** one \
transaction
for each vote, over ${singleConnections} connections in all, each with its own part of the tally; **(c)** \`doVote\` \
as it is.
Each figure is the median of ${slices} slices of ${seconds(plan.seconds / slices)}. Workers and variants took turns, \
and ${disturbedInWords(turns)}.
In brackets the slowest and the fastest slice. The last column is the share of its time for which the load generator, \
one
thread, was at work during (a): near 1, it is the generator that is measured.

| workers | connections | (a) no-op | (b) a transaction each | (c) doVote | p50 / p99 of (c) | c/a | c/b | generator |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${groups.map(row).join('\n')}

${groups.map((group) => verdicts(group)).join('\n')}

${gains(cells)}

Afterwards the ledger had ${count(ledger.votes)} votes and all ${ledger.invariants} invariants held. Calls refused: \
${refusalsInWords(refusals)}.

${machineChapter(plan.machine, { database, servers: 'one server process, and a supervisor with two' })}`;
}

function of(group: readonly CrewCell[], variant: Variant): CrewCell {
  const cell = group.find((one) => one.variant === variant);
  if (!cell) throw new Error(`${variant} was not measured`);
  return cell;
}

function ratios(group: readonly CrewCell[]) {
  const batched = perSecond(of(group, 'batched'));
  return { ofNoOp: batched / perSecond(of(group, 'noOp')), ofSingle: batched / perSecond(of(group, 'single')) };
}

function row(group: readonly CrewCell[]): string {
  const noOp = of(group, 'noOp');
  const batched = of(group, 'batched');
  const rates = [noOp, of(group, 'single'), batched].map((cell) => `${spread(ratesOf(cell.slices), count)} /s`);
  const latency = (pick: 'p50' | 'p99') => ms(median(batched.slices.map((slice) => slice.latencies[pick])));
  const { ofNoOp, ofSingle } = ratios(group);
  const busy = median(noOp.slices.map((slice) => slice.generatorBusy));
  return (
    `| ${noOp.workers} | ${noOp.connections} | ${rates.join(' | ')} | ${latency('p50')} / ${latency('p99')} | ` +
    `${ofNoOp.toFixed(2)} | ${ofSingle.toFixed(1)} | ${busy.toFixed(2)} |`
  );
}

function verdicts(group: readonly CrewCell[]): string {
  const { workers, connections } = of(group, 'batched');
  const { ofNoOp, ofSingle } = ratios(group);
  return (
    `- ${workers} ${workers === 1 ? 'worker' : 'workers'}, ${connections} connections: ` +
    `c/a ${atLeast(ofNoOp, aims.ofNoOp)}, c/b ${atLeast(ofSingle, aims.ofSingle)}.`
  );
}

/** Says what another worker brings, which on few cores is little: the database and the generator need theirs. */
function gains(cells: readonly CrewCell[]): string {
  const best = (workers: number, variant: Variant) =>
    Math.max(...cells.filter((cell) => cell.workers === workers && cell.variant === variant).map(perSecond));
  const gain = (variant: Variant) => `${(best(2, variant) / best(1, variant)).toFixed(2)} times`;
  return (
    'Two workers, each variant at its better number of connections, ' +
    `answer ${gain('noOp')} as many no-ops and ${gain('batched')} as many votes as one.`
  );
}
