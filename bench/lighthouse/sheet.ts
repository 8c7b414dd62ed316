import type { Machine } from '../machine.ts';
import type { Audit } from './audit.ts';

/** All runs of one page. */
export type Measured = {
  readonly name: string;
  /** Whether its budgets are those of the screens that fans open most. */
  readonly isMain: boolean;
  readonly audits: readonly Audit[];
  readonly interactionsMs: readonly number[];
};

type Column = {
  readonly heading: string;
  readonly values: (measured: Measured) => readonly number[];
  readonly write: (value: number) => string;
  /** Undefined for figures without a budget. */
  readonly meets?: (value: number, isMain: boolean) => boolean;
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const milliseconds = (ms: number) => `${Math.round(ms)} ms`;
const score = (value: number) => value.toFixed(2);
const of = (pick: (audit: Audit) => number) => (measured: Measured) => measured.audits.map(pick);

const columns: readonly Column[] = [
  {
    heading: 'performance (≥ 0.98, others 0.95)',
    values: of((audit) => audit.performance),
    write: score,
    meets: (value, isMain) => value >= (isMain ? 0.98 : 0.95),
  },
  {
    heading: 'LCP (≤ 1.8 s, others 2.2)',
    values: of((audit) => audit.lcpMs),
    write: seconds,
    meets: (value, isMain) => value <= (isMain ? 1800 : 2200),
  },
  {
    heading: 'CLS (≤ 0.02)',
    values: of((audit) => audit.cls),
    write: (value) => value.toFixed(3),
    meets: (value) => value <= 0.02,
  },
  {
    heading: 'TBT (≤ 150 ms)',
    values: of((audit) => audit.tbtMs),
    write: milliseconds,
    meets: (value) => value <= 150,
  },
  {
    heading: 'INP, 4× CPU (≤ 150 ms)',
    values: (measured) => measured.interactionsMs,
    write: milliseconds,
    meets: (value) => value <= 150,
  },
  { heading: 'FCP', values: of((audit) => audit.fcpMs), write: seconds },
  { heading: 'accessibility', values: of((audit) => audit.accessibility), write: score },
  { heading: 'best practices', values: of((audit) => audit.bestPractices), write: score },
];

/** Returns the middle of an odd number of values. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

/** Says which budgets the medians miss; empty when all are met. */
export function missedBudgets(measured: readonly Measured[]): string[] {
  return measured.flatMap((page) =>
    columns
      .filter(({ values, meets }) => meets && values(page).length > 0 && !meets(median(values(page)), page.isMain))
      .map(({ heading, values, write }) => `${page.name}: ${heading} is ${write(median(values(page)))}`),
  );
}

export type Circumstances = {
  readonly at: Date;
  readonly machine: Machine;
  readonly runs: number;
  readonly benchmarkIndex: number;
  readonly cpuSlowdownMultiplier: number;
};

/** Writes the result as Markdown. */
export function sheetOf(measured: readonly Measured[], circumstances: Circumstances): string {
  const { at, machine, runs, benchmarkIndex, cpuSlowdownMultiplier } = circumstances;
  const rows = measured.map((page) => {
    const cells = columns.map(({ values, write }) => {
      const all = values(page);
      if (all.length === 0) return '';
      return `${write(median(all))} (${write(Math.min(...all))}–${write(Math.max(...all))})`;
    });
    return `| ${[page.name, ...cells].join(' | ')} |`;
  });
  const missed = missedBudgets(measured);
  return [
    `# First view of the screens, ${at.toISOString().slice(0, 10)}`,
    '',
    'Lighthouse, mobile, simulated slow 4G, a visitor without an account; ' +
      `the median of ${runs} runs, in brackets the least and`,
    `the greatest. The processor was slowed down ${cpuSlowdownMultiplier.toFixed(1)} times, ` +
      `as Lighthouse's calibration asks of a machine with the`,
    `benchmark index ${Math.round(benchmarkIndex)} (it ends at 6 times, for 2000 and more). ` +
      'INP is the slowest of a few interactions on the screen, on a',
    'processor slowed down 4 times. Desktop is measured with Lighthouse’s own settings for it.',
    '',
    `| ${['screen', ...columns.map(({ heading }) => heading)].join(' | ')} |`,
    `| ${['---', ...columns.map(() => '---:')].join(' | ')} |`,
    ...rows,
    '',
    missed.length === 0 ? 'All budgets are met.' : `Missed: ${missed.join('; ')}.`,
    '',
    '## The machine',
    '',
    `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}; ` +
      'server, database and browser share it',
    `- Node ${machine.node}`,
    '',
  ].join('\n');
}
