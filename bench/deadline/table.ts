import type { DeadlineReport } from './run-deadline.ts';
import { type Kind, kinds } from './play-round.ts';

/** Writes the figures of a deadline test, for people. */
export function deadlineTable({ rounds, invariants }: DeadlineReport): string {
  const told = rounds.flatMap(({ period, told: some, kind }) =>
    some.map(({ vote, answer, firstSentMs, answeredMs, sendings }) => {
      const closesMs = period.closesAt.getTime();
      const receivedMs = answer && new Date(answer.receipt.receivedAt).getTime() - closesMs;
      const hasTickets = vote.conversion !== undefined;
      return {
        kind,
        hasTickets,
        receivedMs,
        sentMs: firstSentMs - closesMs,
        answeredMs: answeredMs - closesMs,
        sendings,
      };
    }),
  );
  const counted = told.filter((one) => one.receivedMs !== undefined);
  const refused = told.filter((one) => one.receivedMs === undefined);
  const roundsOf = (kind: Kind) => rounds.filter((round) => round.kind === kind).length;
  const rows: [string, string | number][] = [
    ...kinds.map((kind): [string, number] => [`Rounds, ${kind}`, roundsOf(kind)]),
    ['Votes sent', told.length],
    ['Resends', told.reduce((sum, one) => sum + one.sendings - 1, 0)],
    ['Counted', counted.length],
    ['… of these with tickets', counted.filter((one) => one.hasTickets).length],
    ['Counted, and answered after the close', counted.filter((one) => one.answeredMs >= 0).length],
    ['Refused', refused.length],
    ['Refused, though sent before the close', refused.filter((one) => one.sentMs < 0).length],
    [
      '… of these in periods closed without grace',
      refused.filter((one) => one.sentMs < 0 && one.kind === 'raced').length,
    ],
    ['Latest received that counts', milliseconds(most(counted.map((one) => one.receivedMs ?? 0)))],
    ['Latest answered that counts', milliseconds(most(counted.map((one) => one.answeredMs)))],
    ['Earliest sent that was refused', milliseconds(-most(refused.map((one) => -one.sentMs)))],
    ['Invariants checked', invariants],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `  ${name.padEnd(width)}  ${String(figure).padStart(9)}`).join('\n');
}

function most(instants: readonly number[]): number {
  return instants.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
}

/** Writes milliseconds against the closing instant. */
function milliseconds(instant: number): string {
  return `${instant > 0 ? '+' : ''}${instant} ms`;
}
