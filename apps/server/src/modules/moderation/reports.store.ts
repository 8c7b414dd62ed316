import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

type Report = { readonly fanId: number; readonly reason: string; readonly at: Date };

/**
 * Whether a fan's next report takes part in hiding what it is about; one that does not only waits in the queue. Reports of one
 * fan, of whatever kind, are weighed one after another.
 * @throws Refusal REPORTS_USED_UP
 */
export async function weighReport(tx: Transaction<DB>, { fanId, reason, at }: Report): Promise<boolean> {
  const past = await readPastReports(tx, { fanId, at });
  if (past.sentToday >= mostReportsADay) throw new Refusal('REPORTS_USED_UP', { most: mostReportsADay });
  return mayHide(past, reason);
}

/** Reads a fan's past reports, and locks the fan until the transaction ends, so that the next one is read after this. */
async function readPastReports(tx: Transaction<DB>, { fanId, at }: Pick<Report, 'fanId' | 'at'>): Promise<PastReports> {
  await sql`select from fan where id = ${fanId} for no key update`.execute(tx);
  const day = sql`reported_at > ${at}::timestamptz - interval '1 day'`;
  const remembered = sql`unfounded_at > ${at}::timestamptz - interval '30 days'`;
  const { rows } = await sql<PastReports>`
    select count(*) filter (where ${day}) as "sentToday",
           count(*) filter (where ${day} and hides and reason = 'childSafety') as "alarmsToday",
           count(*) filter (where ${remembered} and reason = 'childSafety') as "falseAlarms",
           count(*) filter (where ${remembered}) as unfounded
      from fan_report where fan_id = ${fanId}`.execute(tx);
  return rows[0] ?? { sentToday: 0, alarmsToday: 0, falseAlarms: 0, unfounded: 0 };
}

/** Reports of a fan of any kind. Those decided as unfounded are remembered for 30 days. */
type PastReports = {
  readonly sentToday: number;
  /** About child safety, which hide at once. */
  readonly alarmsToday: number;
  /** About child safety and decided as unfounded. */
  readonly falseAlarms: number;
  readonly unfounded: number;
};

/** In 24 hours, for one fan. */
const mostReportsADay = 20;
const mostAlarmsADay = 3;
const mostUnfounded = 2;

/**
 * Whether the next report of a fan hides: alone, about child safety, or together with those of others. One false alarm, or
 * several reports without ground, cost that.
 */
export function mayHide({ alarmsToday, falseAlarms, unfounded }: PastReports, reason: string): boolean {
  if (falseAlarms > 0 || unfounded > mostUnfounded) return false;
  return reason !== 'childSafety' || alarmsToday < mostAlarmsADay;
}
