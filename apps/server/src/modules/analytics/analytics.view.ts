import type { Pool } from 'pg';

export type ScreenViews = {
  readonly day: string;
  readonly screen: string;
  readonly views: number;
  readonly tabs: number;
};
export type Vital = {
  readonly day: string;
  readonly metric: string;
  /** The value that three of four measurements stay below: what Core Web Vitals are judged by. */
  readonly p75: number;
  readonly measurements: number;
};
export type Action = { readonly day: string; readonly name: string; readonly times: number };
export type Trouble = { readonly day: string; readonly what: string; readonly times: number };

export type Usage = {
  readonly views: readonly ScreenViews[];
  readonly vitals: readonly Vital[];
  readonly actions: readonly Action[];
  readonly errors: readonly Trouble[];
};

const inDays = `received_at >= $1 AND received_at < $2`;
const day = `to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`;

/** What was measured between two instants, by day in UTC, newest day first. */
export async function readUsage(pool: Pool, from: Date, until: Date): Promise<Usage> {
  const span = [from, until];
  const [views, vitals, actions, errors] = await Promise.all([
    pool.query<ScreenViews>(
      `SELECT ${day}, screen, count(*)::integer AS views, count(DISTINCT session_id)::integer AS tabs
         FROM analytics_event WHERE name = 'screen_view' AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`,
      span,
    ),
    pool.query<Vital>(
      `SELECT ${day}, properties->>'metric' AS metric, count(*)::integer AS measurements,
              percentile_cont(0.75) WITHIN GROUP (ORDER BY (properties->>'value')::float8) AS p75
         FROM analytics_event WHERE name = 'web_vital' AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
      span,
    ),
    pool.query<Action>(
      `SELECT ${day}, name, count(*)::integer AS times
         FROM analytics_event WHERE name IN ('task', 'vote') AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
      span,
    ),
    pool.query<Trouble>(
      `SELECT ${day}, concat_ws(' ', properties->>'kind', properties->>'name', properties->>'type', properties->>'reason',
                               properties->>'code', properties->>'status', properties->>'path', properties->>'address') AS what,
              count(*)::integer AS times
         FROM analytics_event WHERE name = 'error' AND ${inDays}
        GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`,
      span,
    ),
  ]);
  return { views: views.rows, vitals: vitals.rows, actions: actions.rows, errors: errors.rows };
}
