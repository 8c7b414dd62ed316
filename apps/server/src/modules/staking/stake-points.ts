import type { Contract, DataOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { listPlans, nextPeriodAt, offerAt, type Plan } from './plans.view.ts';
import { returnOf } from './periods.rules.ts';
import { shownStake } from './stakes.view.ts';

type Staked = DataOf<Contract['POST /task/api/v1/staking/doStaking']>;

type Intent = {
  readonly fanId: number;
  readonly amount: number;
  /** The plan and first period that the screen showed. */
  readonly planId?: string | undefined;
  readonly periodId?: string | undefined;
  readonly key: string;
  readonly receivedAt: Date;
  readonly timeZone: string;
};

/**
 * Stakes Points under the plan that is on when the server receives the call. It counts from the next period, also when it is
 * written some seconds after that has begun, and never once the period is closed.
 */
export async function stakePoints(tx: Transaction<DB>, intent: Intent): Promise<Staked> {
  const { receivedAt, timeZone, amount } = intent;
  const plan = openPlan(await listPlans(tx), receivedAt, timeZone);
  const period = await nextPeriodAt(tx, receivedAt);
  if (!period) throw new Refusal('STAKING_PAUSED');
  const isAsShown =
    (intent.planId ?? plan.planId) === plan.planId && (intent.periodId ?? period.periodId) === period.periodId;
  if (!isAsShown) throw new Refusal('STAKING_CHANGED');
  if (amount < plan.least) throw new Refusal('STAKE_TOO_SMALL', { least: plan.least });
  if (amount > plan.most) throw new Refusal('STAKE_TOO_LARGE', { most: plan.most });

  await assertTakesStakes(tx, period.periodId);
  const account = await hold(tx, intent, plan);
  const returnsAt = returnOf(period.periodId, plan.periods, timeZone);
  const { rows } = await sql<{ id: number }>`
    insert into stake (fan_id, key, amount, plan_id, periods, factor, least, most, most_held, held_after, first_period,
                       end_period, staked_at, counts_from, returns_at)
    values (${intent.fanId}, ${intent.key}, ${amount}, ${plan.planId}, ${plan.periods}, ${plan.factorPercent}, ${plan.least},
            ${plan.most}, ${plan.mostHeld}, ${account.held}, ${period.periodId}::date,
            ${period.periodId}::date + 7 * ${plan.periods}::integer, ${receivedAt}, ${period.startsAt}, ${returnsAt})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A stake was inserted without an id');
  const stake = {
    id: row.id,
    amount,
    periods: plan.periods,
    factor: plan.factorPercent,
    stakedAt: receivedAt,
    countsFrom: period.startsAt,
    returnsAt,
    returnedAt: null,
  };
  return { stake: shownStake(stake, receivedAt), periodId: period.periodId, ...account };
}

/** The plan that is on. Throws Refusal STAKING_NOT_OPEN, STAKING_PAUSED or STAKING_ENDED. */
function openPlan(plans: readonly Plan[], at: Date, timeZone: string): Plan {
  const { state, plan } = offerAt(plans, at);
  if (!plan || state === 'ended') throw new Refusal('STAKING_ENDED');
  if (state === 'notOpen') throw new Refusal('STAKING_NOT_OPEN', { opensAt: eventTime(plan.opensAt, timeZone, at) });
  if (state === 'paused') throw new Refusal('STAKING_PAUSED');
  return plan;
}

/** Shares the lock that closing takes exclusively, until the commit: nothing is staked for a period once it is closed. */
async function assertTakesStakes(tx: Transaction<DB>, periodId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(7712, ${periodId}::date - date '2000-01-03')`.execute(tx);
  const { rows } = await sql`
    select from staking_period where id = ${periodId}::date and closed_at is null`.execute(tx);
  if (rows.length === 0) throw new Refusal('STAKING_PERIOD_CLOSED');
}

type Account = { readonly available: number; readonly held: number };

/** The results of ledger.hold_points; a repeat of a call is answered before. */
const holdResult = { held: 0, tooFew: 2, limit: 4 } as const;

async function hold(
  tx: Transaction<DB>,
  { fanId, key, amount, receivedAt }: Intent,
  { mostHeld }: Plan,
): Promise<Account> {
  const { rows } = await sql<Account & { result: number }>`
    select h.result, h.available, h.held
      from ledger.unit u
     cross join lateral ledger.hold_points(${key}::uuid, ${receivedAt}, ${fanId}, u.id, ${amount}, ${mostHeld}) h
     where u.name = 'POINT'`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('ledger.hold_points gave no answer');
  const { result, available, held } = row;
  if (result === holdResult.held) return { available, held };
  if (result === holdResult.tooFew) throw new Refusal('INSUFFICIENT_POINTS', { missing: amount - available });
  if (result === holdResult.limit) {
    throw new Refusal('STAKE_LIMIT_REACHED', { limit: mostHeld, left: Math.max(0, mostHeld - held) });
  }
  throw new Refusal('IDEMPOTENCY_KEY_REUSED');
}
