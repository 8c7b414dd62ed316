import { count, ms, percentile } from '../figures.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan } from '../scenario.ts';
import type { CheckedLedger } from '../server/check-ledger.ts';
import type { Usage } from '../server/messages.ts';
import type { DatabaseSettings } from '../world/describe-database.ts';
import type { ListenersRow } from './measure.ts';

type ListenersResult = {
  /** The server before anybody listened. */
  readonly empty: Usage;
  readonly rows: readonly ListenersRow[];
  readonly ledger: CheckedLedger;
  readonly database: DatabaseSettings;
};

export function report(
  { empty, rows, ledger, database }: ListenersResult,
  plan: Pick<Plan, 'at' | 'seconds' | 'machine'>,
): string {
  return `# Listeners to the live ranking, ${dayOf(plan)}

One server process, thirty idols, and an audience in another process, each with an HTTP connection of its own that \
server-sent
events come over. ${plan.seconds} s for each size of audience.

## How soon they hear

One vote at a time, at no particular moment between two ticks, which are half a second apart. Counted from the instant \
at which
the voter was answered, which follows the commit, until the event was read in the audience's process, which shares the \
machine's
cores: the first column of each pair is the first listener who heard of the vote, the second the **last** one.

| listeners | votes | p50 first | p50 last | p99 first | p99 last | longest |
|---:|---:|---:|---:|---:|---:|---:|
${rows.map(delayRow).join('\n')}

## What it costs

Memory is what the system has given to the process, after all that can be collected was, beyond the \
${mebi(empty.residentBytes)} before anybody
listened; of each listener, heap and buffers are parts of it. What the kernel keeps for a socket is not. Processor \
time is the
server's, with eight votes a second, so that every tick tells something; it includes those votes. Beside it, how long \
they took.

| listeners | memory | of each | heap of each | buffers of each | processor an event | p50 vote | p99 vote |
|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.map((row) => costRow(row, empty)).join('\n')}

${more(rows)}

Afterwards the ledger had ${count(ledger.votes)} votes and all ${ledger.invariants} invariants held; every listener \
had heard of every one.

${machineChapter(plan.machine, { database, servers: 'one server process' })}`;
}

function delayRow({ listeners, delays: { firstMs, lastMs } }: ListenersRow): string {
  const cells = [
    percentile(firstMs, 50),
    percentile(lastMs, 50),
    percentile(firstMs, 99),
    percentile(lastMs, 99),
    Math.max(...lastMs),
  ];
  return `| ${count(listeners)} | ${count(firstMs.length)} | ${cells.map(ms).join(' | ')} |`;
}

function costRow({ listeners, usage, processorMsOfEvent, votesMs }: ListenersRow, empty: Usage): string {
  const each = (bytes: keyof Usage) => kibi((usage[bytes] - empty[bytes]) / listeners);
  const ofEach = listeners > 1 ? [each('residentBytes'), each('heapBytes'), each('bufferBytes')] : ['', '', ''];
  const cells = [
    mebi(usage.residentBytes - empty.residentBytes),
    ...ofEach,
    ms(processorMsOfEvent),
    ms(percentile(votesMs, 50)),
    ms(percentile(votesMs, 99)),
  ];
  return `| ${count(listeners)} | ${cells.join(' | ')} |`;
}

/** Says what each additional listener adds to the sending of an event. */
function more(rows: readonly ListenersRow[]): string {
  const few = rows.at(0);
  const many = rows.at(-1);
  if (!few || !many || few === many) return '';
  const microseconds = ((many.processorMsOfEvent - few.processorMsOfEvent) / (many.listeners - few.listeners)) * 1000;
  return `Each listener more costs ${microseconds.toFixed(1)} µs of processor time an event.`;
}

function kibi(bytes: number): string {
  return `${(bytes / 2 ** 10).toFixed(1)} KiB`;
}

function mebi(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
