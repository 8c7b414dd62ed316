import { atLeast, count, median, ms, percentile, refusalsInWords, seconds, spread } from '../figures.ts';
import { disturbedInWords } from '../idle-turns.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan } from '../scenario.ts';
import type { CheckedLedger } from '../server/check-ledger.ts';
import { singleConnections } from '../server/routes-of-comparison.ts';
import type { DatabaseSettings } from '../world/describe-database.ts';
import { connections, type Measurement, perSecond, type Round, type Size, sliced } from './measure.ts';

type PacketsResult = Measurement & {
  readonly fans: number;
  readonly size: Size;
  readonly ledger: Pick<CheckedLedger, 'invariants'>;
  readonly database: DatabaseSettings;
};

const aims = { grabsOfNoOp: 0.6, grabsOfSingle: 3, soldOutOfNoOp: 0.85 };

/** Writes the result of a run in Markdown: the measurements, the machine, and whether the aims are met. */
export function report(result: PacketsResult, plan: Pick<Plan, 'at' | 'seconds' | 'machine'>): string {
  const { rounds, turns, fans, size, ledger, database } = result;
  const slice = seconds(plan.seconds / rounds.length);
  const rates = ratesOf(rounds);
  const [noOp, single, grabs, soldOut] = [rates.noOp, rates.single, rates.grabs, rates.soldOut].map(median) as [
    number,
    number,
    number,
    number,
  ];
  const [calls, postNoOp] = [median(rates.calls), median(rates.postNoOp)];
  const figures = [rates.noOp, rates.single, rates.grabs, rates.soldOut].map((all) => `${spread(all, count)} /s`);
  const durations = rounds.flatMap(({ storm }) => storm.durationsMs);
  const inSeconds = (pick: (round: Round) => number) =>
    spread(
      rounds.map((round) => pick(round) / 1000),
      seconds,
    );
  const busy = (pick: (round: Round) => number) => median(rounds.map(pick)).toFixed(2);
  return `# A red packet of ${count(size.shares)} shares and ${count(fans)} fans at once, ${dayOf(plan)}

Through HTTP over ${connections} connections, in one run and on one server: **(a)** a GET that does nothing, with the \
same authentication,
validation and answer; **(b)** one transaction for each grab: the product's own SQL function with one grab a call, \
over ${singleConnections}
connections; **(c)** \`grabPackage\` as it is: each fan calls once, and it counts until the last share is answered; \
**(d)** the same
call by the fans who got none, once the packet is gone. Each figure is the median of ${rounds.length} turns, (a), (b) \
and (d) in slices of ${slice},
each of (b) and (c) on a packet of its own. In every slice each fan's session has to be looked up anew. The variants \
took turns, and
${disturbedInWords(turns)}. In brackets the slowest and the fastest turn.

| (a) no-op | (b) a transaction each | (c) grabPackage | (d) sold out | p50 / p99 of (c) | c/a | c/b | d/a | generator \
at (a) / (c) / (d) |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| ${figures.join(' | ')} | ${ms(median(durations))} / ${ms(percentile(durations, 99))} | ${(grabs / noOp).toFixed(2)} \
| ${(grabs / single).toFixed(1)} | ${(soldOut / noOp).toFixed(2)} | ${busy(({ noOp: one }) => one.generatorBusy)} / \
${busy(({ storm }) => storm.generatorBusy)} / ${busy(({ soldOut: one }) => one.generatorBusy)} |

Aims, by the POST that does nothing with which votes are compared, ${spread(rates.postNoOp, count)} /s in the same \
turns: all calls of the storm,
with a share or without, ${spread(rates.calls, count)} /s, ${atLeast(calls / postNoOp, aims.grabsOfNoOp)}; those that \
get a share
alone, c, ${atLeast(grabs / postNoOp, aims.grabsOfNoOp)}; sold out ${atLeast(soldOut / postNoOp, aims.soldOutOfNoOp)}; \
c/b ${atLeast(grabs / single, aims.grabsOfSingle)}.
A GET without a body is cheaper: by (a) all calls of the storm are ${(calls / noOp).toFixed(2)}.
The last column is the share of its time for which the generator was at work.

The packet was gone after ${inSeconds(({ storm }) => storm.goneMs)}, and all ${count(fans)} fans had their answer \
after ${inSeconds(({ storm }) => storm.allMs)}.
Each storm gave ${count(size.shares)} fans a share of their own, ${count(size.total)} Points in all, and told all \
others that none is left; asked
again, every fan got the first answer. In one more storm each fan called twice, often with both calls on their way at \
once: both got the same
answer. Afterwards all ${ledger.invariants} invariants held. Calls refused otherwise: \
${refusalsInWords(refusalsIn(result))}.

${machineChapter(plan.machine, { database, servers: 'one server process' })}`;
}

function ratesOf(rounds: readonly Round[]) {
  const of = (variant: (typeof sliced)[number]) => rounds.map((round) => perSecond(round[variant]));
  return {
    noOp: of('noOp'),
    single: of('single'),
    soldOut: of('soldOut'),
    postNoOp: of('postNoOp'),
    grabs: rounds.map(({ storm }) => storm.sharesPerSecond),
    calls: rounds.map(({ storm }) => storm.callsPerSecond),
  };
}

export function refusalsIn({ rounds }: Measurement): number[] {
  return rounds.flatMap((round) => sliced.flatMap((variant) => round[variant].refusals));
}
