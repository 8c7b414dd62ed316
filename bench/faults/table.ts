import type { FaultReport } from './run-faults.ts';

/** The figures of a fault test, for people. */
export function table({ kills, slowestRecoveryMs, sheet, comparison, invariants, toldAgain }: FaultReport): string {
  const answered = sheet.told.filter((one) => one.answer !== undefined);
  const rows: [string, string | number][] = [
    ['Kills of the database', kills.database],
    ['Kills of the server', kills.server],
    ['Kills of both at once', kills.both],
    ['Votes answered', answered.length],
    ['Votes refused (too few votes, daily cap)', sheet.told.length - answered.length],
    ['Unknown outcomes: connection lost', sheet.unknown['connection lost']],
    ['Unknown outcomes: server unavailable (503)', sheet.unknown['server unavailable']],
    ['Unknown outcomes: no answer in time', sheet.unknown['no answer in time']],
    ['Sent while nobody listened', sheet.unreached],
    ['Resends', sheet.resends],
    ['Resends that found their vote written', answered.filter((one) => one.isReplay).length],
    ['Votes in the ledger', comparison.votesInLedger],
    ['Lost', comparison.lost],
    ['Counted twice', comparison.doubled],
    ['Sent once more at the end, and told the same', toldAgain],
    ['Invariants checked', invariants],
    ['Slowest recovery from a kill of the database', seconds(slowestRecoveryMs.database)],
    ['Slowest recovery from a kill of the server', seconds(slowestRecoveryMs.server)],
    ['Slowest recovery from a kill of both', seconds(slowestRecoveryMs.both)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `  ${name.padEnd(width)}  ${String(figure).padStart(9)}`).join('\n');
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
