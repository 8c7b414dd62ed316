import { atMost, count, median, ms, refusalsInWords, seconds, spread } from '../figures.ts';
import type { Latencies } from '../load/latencies.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan } from '../scenario.ts';
import type { CheckedLedger } from '../server/check-ledger.ts';
import { disturbedInWords, type Turns } from '../idle-turns.ts';
import { perSecond, ratesOf } from '../votes/measure.ts';
import type { DatabaseSettings } from '../world/describe-database.ts';
import type { GrowthRow } from './measure.ts';
import { voters } from './sizes.ts';

type GrowthResult = {
  /** The rows from the smallest ledger to the largest. */
  readonly rows: readonly GrowthRow[];
  readonly turns: Turns;
  /** What each ledger held afterwards, in the order of the rows. */
  readonly checked: readonly CheckedLedger[];
  readonly database: DatabaseSettings;
};

/** How much slower anything may be than with the fewest votes. */
const aim = 1.2;

export function report(result: GrowthResult, plan: Pick<Plan, 'at' | 'seconds' | 'machine'>): string {
  const { rows, turns, checked, database } = result;
  const slices = rows[0]?.votes.length ?? 1;
  return `# Votes and ranking as the ledger grows, ${dayOf(plan)}

As many servers as rows, each on a database of its own that was filled with votes in the order of time, each fan's \
chain and the
tallies included, then vacuumed, analysed and checkpointed. In each, ${count(voters)} fans spread over all who had \
voted before went on voting.
Each figure is the median of ${slices} slices of ${seconds(plan.seconds / slices)}; the ledgers took turns, in every \
other turn the largest first, and
${disturbedInWords(turns)}. In brackets the slowest and the fastest slice.

## Votes

As fast as they are answered, with 256 connections. “Slower” is against the fewest votes.

| votes in the ledger | fans | on disk | doVote | slower | p50 | p99 |
|---:|---:|---:|---:|---:|---:|---:|
${rows.map((row) => votesRow(row, rows)).join('\n')}

## The ranking

Looks by the clock, 500 a second beside 500 votes, latency counted from the instant at which a look was due; one \
reading of the
ranking from the database, which a process does a few times a second however many look; and one pass over all votes \
for the
fans who cast most (\`getTopSupporters\`), which a process does once a minute at most, and less often where it takes \
longer than
three seconds. The pass grows with the votes.

| votes in the ledger | p50 look | slower | p99 look | one reading | slower | one pass |
|---:|---:|---:|---:|---:|---:|---:|
${rows.map((row) => rankingRow(row, rows)).join('\n')}

${verdicts(rows).join('\n')}

${rows
  .map(
    ({ ledger }, position) => `- The ledger that began with ${count(ledger.size.votes)} votes had \
${count(checked[position]?.votes ?? 0)} afterwards, and all ${checked[position]?.invariants} invariants \
held.`,
  )
  .join('\n')}

Calls refused: ${refusalsInWords(refusalsIn(rows))}.

${machineChapter(plan.machine, { database, servers: `${rows.length} server processes, asked one at a time` })}`;
}

export function refusalsIn(rows: readonly GrowthRow[]): number[] {
  return rows.flatMap((row) => [...row.votes, ...row.looks].flatMap((slice) => slice.refusals));
}

function votesRow(row: GrowthRow, rows: readonly GrowthRow[]): string {
  const { size, bytes } = row.ledger;
  const latency = (pick: keyof Latencies) => ms(median(row.votes.map((slice) => slice.latencies[pick])));
  const cells = [
    count(size.votes),
    count(size.fans),
    `${(bytes / 2 ** 30).toFixed(2)} GiB`,
    `${spread(ratesOf(row.votes), count)} /s`,
    times(slowerAt.votes(row, rows)),
    latency('p50'),
    latency('p99'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function rankingRow(row: GrowthRow, rows: readonly GrowthRow[]): string {
  const cells = [
    count(row.ledger.size.votes),
    ms(lookMs(row, 'p50')),
    times(slowerAt.looks(row, rows)),
    ms(lookMs(row, 'p99')),
    ms(median(row.readingsMs)),
    times(slowerAt.readings(row, rows)),
    spread(row.passesMs, (duration) => `${(duration / 1000).toFixed(2)} s`),
  ];
  return `| ${cells.join(' | ')} |`;
}

function lookMs(row: GrowthRow, pick: keyof Latencies): number {
  return median(row.looks.map((slice) => slice.calls['ranking']?.latencies[pick] ?? 0));
}

/** How many times as long something takes as with the fewest votes. */
const slowerAt = {
  votes: (row: GrowthRow, rows: readonly GrowthRow[]) =>
    perSecond({ slices: smallest(rows).votes }) / perSecond({ slices: row.votes }),
  looks: (row: GrowthRow, rows: readonly GrowthRow[]) => lookMs(row, 'p50') / lookMs(smallest(rows), 'p50'),
  readings: (row: GrowthRow, rows: readonly GrowthRow[]) => median(row.readingsMs) / median(smallest(rows).readingsMs),
};

function smallest([row]: readonly GrowthRow[]): GrowthRow {
  if (!row) throw new Error('Nothing was measured');
  return row;
}

function verdicts(rows: readonly GrowthRow[]): string[] {
  return rows.slice(1).map((row) => {
    const verdict = (slower: number) => atMost(slower, aim, times);
    return (
      `- With ${count(row.ledger.size.votes)} votes: votes ${verdict(slowerAt.votes(row, rows))}, ` +
      `looks ${verdict(slowerAt.looks(row, rows))}, readings ${verdict(slowerAt.readings(row, rows))}.`
    );
  });
}

function times(factor: number): string {
  return `${factor.toFixed(2)}×`;
}
