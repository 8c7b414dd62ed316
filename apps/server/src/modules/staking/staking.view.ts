import {
  type Contract,
  type DataOf,
  estimatedBonus,
  type Language,
  typicalWeeks,
  typicalWeight,
} from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { balanceRows } from '#/modules/points/index.ts';
import { readSettledPeriods, listPlans, offerAt, type Plan } from './periods.view.ts';
import { receiveDays, returnOf } from './periods.rules.ts';

type Staking = DataOf<Contract['GET /task/api/v1/staking/info']>;
type Period = NonNullable<Staking['current']>;

type ListedPeriod = {
  readonly periodId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly pool: number;
  readonly publishedAt: Date;
  readonly totalWeight: string;
  readonly stakers: number;
  readonly isClosed: boolean;
  /** The newest stake that the totals know. */
  readonly newestStake: number;
};

/** The part of staking that is the same for all viewers, at any time. */
export type StakingBoard = {
  readonly plans: readonly Plan[];
  /** Published and not settled, in order. */
  readonly periods: readonly ListedPeriod[];
  readonly lastSettled: Staking['lastSettled'];
  readonly typicalWeight: bigint | null;
};

export async function readBoard(db: Kysely<DB>): Promise<StakingBoard> {
  const [plans, { rows: periods }, settled, { rows: shared }] = await Promise.all([
    listPlans(db),
    sql<ListedPeriod>`
      select p.id::text as "periodId", p.starts_at as "startsAt", p.ends_at as "endsAt", p.pool,
             p.published_at as "publishedAt", coalesce(p.total_weight, s.weight)::text as "totalWeight",
             coalesce(p.stakers, s.fans)::integer as stakers, p.closed_at is not null as "isClosed",
             (select coalesce(max(id), 0) from stake) as "newestStake"
        from staking_period p
        left join lateral (select coalesce(sum(amount * factor), 0) as weight, count(distinct fan_id) as fans
                             from stake where first_period <= p.id and end_period > p.id) s on p.closed_at is null
       where p.settled_at is null order by p.id`.execute(db),
    readSettledPeriods(db, { pageNum: 1, pageSize: 1 }),
    sql<{ weight: string }>`
      select total_weight::text as weight from staking_period where settled_at is not null and stakers > 0
       order by id desc limit ${typicalWeeks}`.execute(db),
  ]);
  return {
    plans,
    periods,
    lastSettled: settled.list[0] ?? null,
    typicalWeight: typicalWeight(shared.map(({ weight }) => weight)),
  };
}

type Viewer = {
  readonly fanId: number | undefined;
  readonly language: Language;
  readonly at: Date;
  readonly timeZone: string;
};

/** Reads staking as a fan or a visitor sees it now. */
export async function readStaking(db: Kysely<DB>, board: StakingBoard, viewer: Viewer): Promise<Staking> {
  const { at, fanId, language, timeZone } = viewer;
  const current = board.periods.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
  // After a change of the platform's zone a week may be longer than any other.
  const lastStartMs = Math.max(current?.endsAt.getTime() ?? 0, at.getTime() + longestWeekMs);
  const next = board.periods.find(({ startsAt }) => startsAt > at && startsAt.getTime() <= lastStartMs);
  const typical = board.typicalWeight;
  const { state: offered, plan } = offerAt(board.plans, at);
  const state = offered === 'open' && !next ? 'paused' : offered;
  const own = fanId === undefined ? undefined : await readOwn(db, fanId, [current, next]);
  const [ofCurrent, ofNext] = own?.parts ?? [];
  return {
    state,
    plan: plan ? showPlan(plan, language) : null,
    current: current ? showPeriod(current, ofCurrent, typical) : null,
    next: next ? showPeriod(next, ofNext, typical) : null,
    timeline: state === 'open' && plan && next ? timelineOf(plan, next, timeZone) : null,
    receiveDays,
    lastSettled: board.lastSettled,
    typicalWeight: typical === null ? null : String(typical),
    mine: own
      ? {
          available: own.available,
          held: own.held,
          nextReturn:
            own.returnsAt === null ? null : { at: new Date(own.returnsAt).toISOString(), amount: own.returning },
          mayStake: state === 'open' && plan ? mayStake(plan, own) : 0,
          receivable: { points: own.receivable, periods: own.receivablePeriods },
          received: own.received,
        }
      : null,
  };
}

/** A week in which clocks are put back. */
const longestWeekMs = 169 * 3_600_000;
const dayMs = 86_400_000;

function showPlan(
  { planId, title, description, opensAt, closesAt, ...terms }: Plan,
  language: Language,
): Staking['plan'] {
  const { periods, factorPercent, least, most, mostHeld } = terms;
  return {
    planId,
    title: title[language],
    description: description[language],
    periods,
    factorPercent,
    least,
    most,
    mostHeld,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt?.toISOString() ?? null,
  };
}

/** `unseen` is the weight of stakes that the totals do not know yet. */
type OwnWeight = { readonly staked: number; readonly weight: string; readonly unseen: string };

function showPeriod(period: ListedPeriod, part: OwnWeight | undefined, typical: bigint | null): Period {
  const { periodId, startsAt, endsAt, pool, publishedAt, stakers, isClosed } = period;
  const totalWeight = String(BigInt(period.totalWeight) + BigInt(isClosed ? 0 : (part?.unseen ?? 0)));
  // The weights of a closed period are the final ones, however unusual they are.
  const least = isClosed ? 0n : typical;
  return {
    periodId,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    pool,
    publishedAt: publishedAt.toISOString(),
    totalWeight,
    stakers: part && part.staked > 0 ? Math.max(stakers, 1) : stakers,
    isClosed,
    mine: part
      ? {
          staked: part.staked,
          weight: part.weight,
          estimate: estimatedBonus({ pool, totalWeight }, { own: BigInt(part.weight), typical: least }),
        }
      : null,
  };
}

function timelineOf({ periods }: Plan, { periodId, startsAt, endsAt }: ListedPeriod, timeZone: string) {
  return {
    countsFrom: startsAt.toISOString(),
    returnsAt: returnOf(periodId, periods, timeZone).toISOString(),
    firstBonusAt: endsAt.toISOString(),
    firstBonusPaidAt: new Date(endsAt.getTime() + receiveDays * dayMs).toISOString(),
  };
}

function mayStake({ least, most, mostHeld }: Plan, { available, held }: OwnBalances): number {
  const largest = Math.min(available, most, mostHeld - held);
  return largest < least ? 0 : largest;
}

type OwnBalances = {
  readonly available: number;
  readonly held: number;
  /** The soonest return of stakes, and all that come back then. */
  readonly returnsAt: Date | null;
  readonly returning: number;
  readonly receivable: number;
  readonly receivablePeriods: number;
  readonly received: number;
  /** The parts of the current period and the next, in this order. */
  readonly parts: readonly OwnWeight[];
};

async function readOwn(
  db: Kysely<DB>,
  fanId: number,
  periods: readonly (ListedPeriod | undefined)[],
): Promise<OwnBalances> {
  const { rows } = await sql<OwnBalances>`
    select coalesce(a.balance - a.held, 0) as available, coalesce(a.held, 0) as held, r.at as "returnsAt",
           coalesce(r.amount, 0)::bigint as returning, b.receivable,
           b.periods as "receivablePeriods", b.received,
           array(select json_build_object('staked', s.staked, 'weight', s.weight::text, 'unseen', s.unseen::text)
                   from unnest(${periods.map((period) => period?.periodId ?? null)}::date[],
                              ${periods.map((period) => period?.newestStake ?? 0)}::bigint[])
                          with ordinality as p (id, newest, o)
                  cross join lateral (select coalesce(sum(amount), 0)::bigint as staked,
                                             coalesce(sum(amount::numeric * factor), 0) as weight,
                                             coalesce(sum(amount::numeric * factor) filter (where stake.id > p.newest),
                                               0) as unseen
                                        from stake
                                          where fan_id = ${fanId} and first_period <= p.id and end_period > p.id) s
                  order by p.o) as parts
      from (select) one
      left join ${balanceRows} a on a.fan = ${fanId} and a.asset = 'POINT'
     left join lateral (
       select returns_at as at, sum(amount) as amount from stake where fan_id = ${fanId} and returned_at is null
        group by returns_at order by returns_at limit 1) r on true
     cross join lateral (
       select coalesce(sum(share) filter (where paid_at is null), 0)::bigint as receivable,
              count(*) filter (where paid_at is null and share > 0)::integer as periods,
              coalesce(sum(share) filter (where paid_at is not null), 0)::bigint as received
         from stake_bonus where fan_id = ${fanId}) b`.execute(db);
  const [own] = rows;
  if (!own) throw new Error('Staking could not be read for a fan');
  return own;
}
