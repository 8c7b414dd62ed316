import type { KindReport } from './run-faults.ts';
import type { Figure } from './stages/stage.ts';

/** Writes the figures of one kind of rounds, for people. */
export function faultTable({ faults, longestSilenceMs, troubles, figures, told, found }: KindReport): string {
  const rows: Figure[] = [
    ...[...faults].map(([fault, { dealt }]): Figure => [`Rounds: ${fault}`, dealt]),
    ...figures,
    ...told,
    ['Unknown outcomes: connection lost', troubles.unknown['connection lost']],
    ['Unknown outcomes: server unavailable (503)', troubles.unknown['server unavailable']],
    ['Unknown outcomes: no answer in time', troubles.unknown['no answer in time']],
    ['Sent while no server listened', troubles.unreached],
    ['Resends', troubles.resends],
    ...found,
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
