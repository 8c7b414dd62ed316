import type { Usage, Vital } from './analytics.view.ts';

/** What was measured, as text for an operator: a block for each day. */
export function analyticsReport(usage: Usage): string {
  const { views, vitals, actions, errors } = usage;
  const days = [...new Set([...views, ...vitals, ...actions, ...errors].map(({ day }) => day))].toSorted().toReversed();
  if (days.length === 0) return 'Nothing was measured in these days.';
  return days.map((day) => dayReport(day, usage)).join('\n\n');
}

function dayReport(day: string, { views, vitals, actions, errors }: Usage): string {
  const of = <Row extends { readonly day: string }>(rows: readonly Row[]) => rows.filter((row) => row.day === day);
  return [
    day,
    ...section(
      'Screens (views, tabs)',
      of(views).map((row) => [row.screen, String(row.views), String(row.tabs)]),
    ),
    ...section(
      'Tasks claimed and votes cast',
      of(actions).map((row) => [row.name, String(row.times)]),
    ),
    ...section(
      'Web vitals (75th percentile, measurements)',
      of(vitals).map((row) => [row.metric, shownValue(row), String(row.measurements)]),
    ),
    ...section(
      'Errors',
      of(errors).map((row) => [row.what, String(row.times)]),
    ),
  ].join('\n');
}

function shownValue({ metric, p75 }: Vital): string {
  return metric === 'CLS' ? p75.toFixed(3) : `${Math.round(p75)} ms`;
}

/** Rows under a heading, their first column as wide as its longest word; nothing where there are no rows. */
function section(heading: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return [
    `  ${heading}`,
    ...rows.map(([name = '', ...numbers]) => `    ${name.padEnd(width)}${numbers.map((n) => n.padStart(10)).join('')}`),
  ];
}
