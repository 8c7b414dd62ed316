import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

/** What a room declares about its texts that fans may report. */
export type ReportedTexts = {
  /** A row for a text and a fan. The view `fan_report` reads it, too. */
  readonly table: 'live_chat_report' | 'ai_answer_report';
  readonly textId: 'message_id' | 'answer_id';
  /** The time of a decision, after which the report no longer counts. */
  readonly settledAt: 'looked_at_at' | 'unfounded_at';
  /** The number of fans who hide a text together until a decision. */
  readonly reportsToHide: number;
  /** Whether a fan's later report about child safety takes the place of their first one. */
  readonly takesLaterAlarm: boolean;
  /**
   * The effect of a report about child safety after an operator has cleared the text: it counts, or only waits.
   */
  readonly nextAlarm: 'counts' | 'waits';
  /** Locks a fan until the transaction ends: the door of a module that this one does not know. */
  readonly lockFan: (tx: Transaction<DB>, fanId: number) => Promise<void>;
};

type Report = {
  readonly textId: number;
  readonly fanId: number;
  readonly reason: string;
  readonly at: Date;
  /** Whether a room's staff wrote the text, which stays shown until a decision. */
  readonly isOfStaff?: boolean;
};

/** `known`: it changes nothing. `waits`: for a decision. `hidesAlone`: about child safety. `hidesTogether`: with others. */
type Effect = 'known' | 'waits' | 'hidesAlone' | 'hidesTogether';

const childSafety = 'childSafety';

/**
 * Takes a fan's report of a text, which the caller has locked, hides and shows again:
 * - A fan has one report of a text; a repeat changes nothing.
 * - One about child safety hides alone, several of any kind hide together, until a decision.
 * - Decided reports no longer count: after a decision, as many new reports are needed.
 * - A fan's reports of any kind are weighed one after another; one that hides nothing waits in the queue, too.
 * @throws Refusal REPORTS_USED_UP
 */
export async function takeReport(
  tx: Transaction<DB>,
  texts: ReportedTexts,
  { textId, fanId, reason, at, isOfStaff = false }: Report,
): Promise<Effect> {
  const table = sql.table(texts.table);
  const isOfText = sql`${sql.ref(texts.textId)} = ${textId}`;
  const isAlarm = reason === childSafety;
  const { known, isCleared } = await readReportsOf(tx, { table, isOfText, fanId });
  const isOutweighed = isAlarm && texts.takesLaterAlarm && known !== reason;
  if (known !== null && !isOutweighed) return 'known';

  await texts.lockFan(tx, fanId);
  const past = await readPastReports(tx, { fanId, at });
  if (past.sentToday >= mostReportsADay) throw new Refusal('REPORTS_USED_UP', { most: mostReportsADay });
  const onlyWaits = isAlarm && isCleared && texts.nextAlarm === 'waits';
  const hides = mayHide(past, reason) && !isOfStaff && !onlyWaits;
  if (known !== null) await sql`delete from ${table} where ${isOfText} and fan_id = ${fanId}`.execute(tx);
  await sql`
    insert into ${table} (${sql.ref(texts.textId)}, fan_id, reason, reported_at, hides)
    values (${textId}, ${fanId}, ${reason}, ${at}, ${hides})`.execute(tx);

  if (!hides) return 'waits';
  if (isAlarm && !isCleared) return 'hidesAlone';
  const { rows } = await sql<{ reports: number }>`
    select count(*) as reports from ${table} where ${isOfText} and ${sql.ref(texts.settledAt)} is null
      and hides`.execute(tx);
  return (rows[0]?.reports ?? 0) >= texts.reportsToHide ? 'hidesTogether' : 'waits';
}

type ReportsOfText = {
  /** The reason of the fan's own report. */
  readonly known: string | null;
  /** An operator has decided that a report about child safety had no ground. */
  readonly isCleared: boolean;
};

async function readReportsOf(
  tx: Transaction<DB>,
  { table, isOfText, fanId }: { table: RawBuilder<unknown>; isOfText: RawBuilder<unknown>; fanId: number },
): Promise<ReportsOfText> {
  const { rows } = await sql<ReportsOfText>`
    select max(reason) filter (where fan_id = ${fanId}) as known,
           coalesce(bool_or(reason = ${childSafety} and unfounded_at is not null), false) as "isCleared"
      from ${table} where ${isOfText}`.execute(tx);
  return rows[0] ?? { known: null, isCleared: false };
}

/** Reads the past reports of a fan, who is locked, so that the next one is read after this. */
async function readPastReports(tx: Transaction<DB>, { fanId, at }: Pick<Report, 'fanId' | 'at'>): Promise<PastReports> {
  const day = sql`reported_at > ${at}::timestamptz - interval '1 day'`;
  const remembered = sql`unfounded_at > ${at}::timestamptz - interval '30 days'`;
  const { rows } = await sql<PastReports>`
    select count(*) filter (where ${day}) as "sentToday",
           count(*) filter (where ${day} and hides and reason = ${childSafety}) as "alarmsToday",
           count(*) filter (where ${remembered} and reason = ${childSafety}) as "falseAlarms",
           count(*) filter (where ${remembered}) as unfounded
      from fan_report where fan_id = ${fanId}`.execute(tx);
  return rows[0] ?? { sentToday: 0, alarmsToday: 0, falseAlarms: 0, unfounded: 0 };
}

/** Reports of a fan of any kind. Those decided as unfounded are remembered for 30 days. */
type PastReports = {
  readonly sentToday: number;
  /** Today's reports about child safety, which hide at once. */
  readonly alarmsToday: number;
  /** Reports about child safety that were decided as unfounded. */
  readonly falseAlarms: number;
  readonly unfounded: number;
};

/** The most reports of one fan in 24 hours. */
const mostReportsADay = 20;
const mostAlarmsADay = 3;
const mostUnfounded = 2;

/**
 * Returns whether the next report of a fan hides: alone, about child safety, or together with others. One false alarm,
 * or several unfounded reports, cost that.
 */
export function mayHide({ alarmsToday, falseAlarms, unfounded }: PastReports, reason: string): boolean {
  if (falseAlarms > 0 || unfounded > mostUnfounded) return false;
  return reason !== childSafety || alarmsToday < mostAlarmsADay;
}
