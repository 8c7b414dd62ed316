import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Texts = Readonly<Record<Language, string>>;

export type Plan = {
  readonly planId: string;
  readonly title: Texts;
  readonly description: Texts;
  readonly periods: number;
  readonly factorPercent: number;
  readonly least: number;
  readonly most: number;
  readonly mostHeld: number;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
  readonly paused: boolean;
};

/** The plans of the content pack, in the order of their times. */
export async function listPlans(db: Kysely<DB>): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select id as "planId", title, description, periods, factor as "factorPercent", least, most, most_held as "mostHeld",
           opens_at as "opensAt", closes_at as "closesAt", paused
      from staking_plan where not retired order by opens_at`.execute(db);
  return rows;
}

type Offer = { readonly state: 'notOpen' | 'open' | 'paused' | 'ended'; readonly plan: Plan | undefined };

/** The plan that is on, else the next one, else the last one. Plans never overlap. */
export function offerAt(plans: readonly Plan[], at: Date): Offer {
  const isOver = ({ closesAt }: Plan) => closesAt !== null && closesAt <= at;
  const plan = plans.find((one) => !isOver(one));
  if (!plan) return { state: 'ended', plan: plans.at(-1) };
  if (plan.opensAt > at) return { state: 'notOpen', plan };
  return { state: plan.paused ? 'paused' : 'open', plan };
}

type ComingPeriod = { readonly periodId: string; readonly startsAt: Date; readonly endsAt: Date };

/** The period for which a stake counts first; undefined when no pool is published for it. */
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
