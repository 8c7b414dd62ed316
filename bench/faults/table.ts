import type { KindReport } from './run-faults.ts';
import type { Figure } from './stages/stage.ts';

/** The figures of one kind of rounds, for people. */
export function faultTable({ faults, longestSilenceMs, sheet, figures, ...verdict }: KindReport): string {
  const answered = sheet.told.filter((one) => one.answer !== undefined);
  const refusals = Map.groupBy(
    sheet.told.filter((one) => one.refusal !== undefined),
    (one) => one.refusal,
  );
  const rows: Figure[] = [
    ...[...faults].map(([fault, { dealt }]): Figure => [`Rounds: ${fault}`, dealt]),
    ...figures,
    ['Votes answered', answered.length],
    ['… of these with tickets', answered.filter((one) => one.vote.conversion).length],
    ...[...refusals].map(([refusal, some]): Figure => [`Votes refused: ${refusal}`, some.length]),
    ['Unknown outcomes: connection lost', sheet.unknown['connection lost']],
    ['Unknown outcomes: server unavailable (503)', sheet.unknown['server unavailable']],
    ['Unknown outcomes: no answer in time', sheet.unknown['no answer in time']],
    ['Sent while no server listened', sheet.unreached],
    ['Resends', sheet.resends],
    ['Resends that found their vote written', answered.filter((one) => one.isReplay).length],
    ['Votes in the ledger', verdict.votesInLedger],
    ['Lost', verdict.lost],
    ['Counted twice', verdict.doubled],
    ['Sent once more at the end, and told the same', verdict.answeredAgain],
    ['Invariants checked', verdict.invariants],
    ...[...faults].map(([fault, { slowestRecoveryMs }]): Figure => [
      `Slowest recovery from: ${fault}`,
      seconds(slowestRecoveryMs),
    ]),
    ['Longest time without an answer for anybody', seconds(longestSilenceMs)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `  ${name.padEnd(width)}  ${String(figure).padStart(9)}`).join('\n');
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
