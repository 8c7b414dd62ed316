import type { Pool } from 'pg';

type ScreenViews = {
  readonly day: string;
  readonly screen: string;
  readonly views: number;
  readonly tabs: number;
};
type Vital = {
  readonly day: string;
  readonly metric: string;
  /** The 75th percentile, by which Core Web Vitals are judged. */
  readonly p75: number;
  readonly measurements: number;
};
type Action = { readonly day: string; readonly name: string; readonly times: number };
type Trouble = { readonly day: string; readonly what: string; readonly times: number };

type Usage = {
  readonly views: readonly ScreenViews[];
  readonly vitals: readonly Vital[];
  readonly actions: readonly Action[];
  readonly errors: readonly Trouble[];
};

const inDays = `received_at >= $1 AND received_at < $2`;
const dayColumn = `to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`;

/** Reads the measurements between two instants by day (UTC), newest first. */
export async function readUsage(pool: Pool, from: Date, until: Date): Promise<Usage> {
  const span = [from, until];
  const [views, vitals, actions, errors] = await Promise.all([
    pool.query<ScreenViews>(
      `SELECT ${dayColumn}, screen, count(*)::integer AS views, count(DISTINCT session_id)::integer AS tabs
         FROM analytics_event WHERE name = 'screen_view' AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`,
      span,
    ),
    pool.query<Vital>(
      `SELECT ${dayColumn}, properties->>'metric' AS metric, count(*)::integer AS measurements,
              percentile_cont(0.75) WITHIN GROUP (ORDER BY (properties->>'value')::float8) AS p75
         FROM analytics_event WHERE name = 'web_vital' AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
      span,
    ),
    pool.query<Action>(
      `SELECT ${dayColumn}, name, count(*)::integer AS times
         FROM analytics_event WHERE name IN ('task', 'vote') AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
      span,
    ),
    pool.query<Trouble>(
      `SELECT ${dayColumn}, concat_ws(' ', properties->>'kind', properties->>'name', properties->>'type',
        properties->>'reason',
                               properties->>'code', properties->>'status', properties->>'path',
                                 properties->>'address') AS what,
              count(*)::integer AS times
         FROM analytics_event WHERE name = 'error' AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`,
      span,
    ),
  ]);
  return { views: views.rows, vitals: vitals.rows, actions: actions.rows, errors: errors.rows };
}

/** Writes the measurements as text for an operator: a block per day. */
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
      of(vitals).map((row) => [row.metric, formatValue(row), String(row.measurements)]),
    ),
    ...section(
      'Errors',
      of(errors).map((row) => [row.what, String(row.times)]),
    ),
  ].join('\n');
}

function formatValue({ metric, p75 }: Vital): string {
  return metric === 'CLS' ? p75.toFixed(3) : `${Math.round(p75)} ms`;
}

/** Writes rows under a heading in aligned columns; empty without rows. */
function section(heading: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return [
    `  ${heading}`,
    ...rows.map(([name = '', ...numbers]) => `    ${name.padEnd(width)}${numbers.map((n) => n.padStart(10)).join('')}`),
  ];
}
