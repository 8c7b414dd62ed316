import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { eventTime } from '@lightstick/contract/zoned-date';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { isPeriodId } from './periods.rules.ts';

type PublishedPeriod = DataOf<Contract['GET /task/api/v1/staking/period']>;
type SettledPeriods = DataOf<Contract['GET /task/api/v1/staking/periods']>;

type SettledRow = {
  readonly periodId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly pool: number;
  readonly totalWeight: string;
  readonly stakers: number;
  readonly settledAt: Date;
  readonly hash: string;
  readonly bonusKey: string;
};

const settledColumns = sql`
  id::text as "periodId", starts_at as "startsAt", ends_at as "endsAt", pool, total_weight::text as "totalWeight",
    stakers,
  settled_at as "settledAt", encode(hash, 'hex') as hash, bonus_key as "bonusKey"`;

type PeriodQuestion = { readonly periodId: string; readonly timeZone: string; readonly at: Date };

/**
 * Finds a period whose pool has been shared out.
 * @throws Refusal STAKING_PERIOD_NOT_FOUND or STAKING_PERIOD_NOT_SETTLED
 */
export async function findSettledPeriod(
  db: Kysely<DB>,
  { periodId, timeZone, at }: PeriodQuestion,
): Promise<SettledRow> {
  if (!isPeriodId(periodId)) throw new Refusal('STAKING_PERIOD_NOT_FOUND');
  const { rows } = await sql<Omit<SettledRow, 'settledAt'> & { settledAt: Date | null }>`
    select ${settledColumns} from staking_period where id = ${periodId}::date`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('STAKING_PERIOD_NOT_FOUND');
  const { settledAt } = row;
  if (!settledAt) throw new Refusal('STAKING_PERIOD_NOT_SETTLED', { endsAt: eventTime(row.endsAt, timeZone, at) });
  return { ...row, settledAt };
}

/** Reads a page of the settled periods, newest first. */
export async function readSettledPeriods(db: Kysely<DB>, asked: PageRequest): Promise<SettledPeriods> {
  const page = await readPage(db, asked, {
    rows: sql<SettledRow>`
      select ${settledColumns} from staking_period where settled_at is not null order by id desc`,
    total: sql<{ total: number }>`select count(*) as total from staking_period where settled_at is not null`,
  });
  return { ...page, list: page.list.map(showPeriod) };
}

function showPeriod({ periodId, pool, totalWeight, stakers, hash, ...row }: SettledRow): PublishedPeriod['period'] {
  return {
    periodId,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    pool,
    totalWeight,
    stakers,
    settledAt: row.settledAt.toISOString(),
    isReturned: stakers === 0,
    hash,
  };
}

type PeriodLinesQuery = PeriodQuestion & PageRequest & { readonly fanId: number | undefined };

/**
 * Reads a page of a settled period's publication. The lines are numbered without gaps, so that a page is found by its
 * numbers.
 */
export async function readPeriod(
  db: Kysely<DB>,
  { fanId, pageNum, pageSize, ...question }: PeriodLinesQuery,
): Promise<PublishedPeriod> {
  const { periodId } = question;
  const period = await findSettledPeriod(db, question);
  const first = (pageNum - 1) * pageSize;
  const { rows } = await sql<PublishedPeriod['list'][number]>`
    select line, weight::text, share, fan_id is not distinct from ${fanId ?? null}::bigint as "isMine" from stake_bonus
     where period_id = ${periodId}::date and line > ${first} and line <= ${first + pageSize}::bigint
       order by line`.execute(db);
  const { rows: own } = await sql<NonNullable<PublishedPeriod['mine']>>`
    select line, weight::text, share from stake_bonus
     where period_id = ${periodId}::date and fan_id = ${fanId ?? null}::bigint`.execute(db);
  return { list: rows, total: period.stakers, pageNum, pageSize, period: showPeriod(period), mine: own[0] ?? null };
}

/** Reads the whole list of a settled period in its canonical form. */
export async function readPeriodText(db: Kysely<DB>, question: PeriodQuestion): Promise<Buffer> {
  const { periodId } = await findSettledPeriod(db, question);
  const { rows } = await sql<{ text: string }>`select staking_period_text(${periodId}::date) as text`.execute(db);
  return Buffer.from(rows[0]?.text ?? '');
}

type TextInBothLanguages = Readonly<Record<Language, string>>;

export type Plan = {
  readonly planId: string;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly periods: number;
  readonly factorPercent: number;
  readonly least: number;
  readonly most: number;
  readonly mostHeld: number;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
  readonly paused: boolean;
};

/** Lists the plans of the content pack, in the order of their times. */
export async function listPlans(db: Kysely<DB>): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select id as "planId", title, description, periods, factor as "factorPercent", least, most, most_held as "mostHeld",
           opens_at as "opensAt", closes_at as "closesAt", paused
      from staking_plan where not retired order by opens_at`.execute(db);
  return rows;
}

type Offer = { readonly state: 'notOpen' | 'open' | 'paused' | 'ended'; readonly plan: Plan | undefined };

/** Returns the plan that is on, else the next one, else the last one. Plans never overlap. */
export function offerAt(plans: readonly Plan[], at: Date): Offer {
  const isOver = ({ closesAt }: Plan) => closesAt !== null && closesAt <= at;
  const plan = plans.find((one) => !isOver(one));
  if (!plan) return { state: 'ended', plan: plans.at(-1) };
  if (plan.opensAt > at) return { state: 'notOpen', plan };
  return { state: plan.paused ? 'paused' : 'open', plan };
}

type ComingPeriod = { readonly periodId: string; readonly startsAt: Date; readonly endsAt: Date };

/** Returns the first period for which a stake counts; undefined when no pool is published for it. */
export async function nextPeriodAt(db: Kysely<DB>, at: Date): Promise<ComingPeriod | undefined> {
  const { rows } = await sql<ComingPeriod>`
    select id::text as "periodId", starts_at as "startsAt", ends_at as "endsAt" from staking_period
     where starts_at > ${at}
       -- After a change of the platform's zone a week may be longer than any other.
       and starts_at <= greatest(${at}::timestamptz + interval '169 hours',
                                 (select max(ends_at) from staking_period where starts_at <= ${at} and ends_at > ${at}))
     order by starts_at limit 1`.execute(db);
  return rows[0];
}
