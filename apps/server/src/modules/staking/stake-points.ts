import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { holdPoints } from '#/modules/points/index.ts';
import { listPlans, nextPeriodAt, offerAt, type Plan } from './periods.view.ts';
import { returnOf } from './periods.rules.ts';
import { addStake, keepPeriodOpen } from './staking.store.ts';
import { showStake } from './stakes.view.ts';

type StakeAnswer = DataOf<Contract['POST /task/api/v1/staking/doStaking']>;

type StakeIntent = {
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
export async function stakePoints(tx: Transaction<DB>, intent: StakeIntent): Promise<StakeAnswer> {
  const { receivedAt, timeZone, amount } = intent;
  const plan = openPlan(await listPlans(tx), receivedAt, timeZone);
  const period = await nextPeriodAt(tx, receivedAt);
  if (!period) throw new Refusal('STAKING_PAUSED');
  const isAsShown =
    (intent.planId ?? plan.planId) === plan.planId && (intent.periodId ?? period.periodId) === period.periodId;
  if (!isAsShown) throw new Refusal('STAKING_CHANGED');
  if (amount < plan.least) throw new Refusal('STAKE_TOO_SMALL', { least: plan.least });
  if (amount > plan.most) throw new Refusal('STAKE_TOO_LARGE', { most: plan.most });

  if (!(await keepPeriodOpen(tx, period.periodId))) throw new Refusal('STAKING_PERIOD_CLOSED');
  const account = await hold(tx, intent, plan);
  const returnsAt = returnOf(period.periodId, plan.periods, timeZone);
  const id = await addStake(tx, {
    fanId: intent.fanId,
    key: intent.key,
    amount,
    plan,
    heldAfter: account.held,
    period,
    stakedAt: receivedAt,
    returnsAt,
  });
  const stake = {
    id,
    amount,
    periods: plan.periods,
    factor: plan.factorPercent,
    stakedAt: receivedAt,
    countsFrom: period.startsAt,
    returnsAt,
    returnedAt: null,
  };
  return { stake: showStake(stake, receivedAt), periodId: period.periodId, ...account };
}

/** Returns the plan that is on. Throws Refusal STAKING_NOT_OPEN, STAKING_PAUSED or STAKING_ENDED. */
function openPlan(plans: readonly Plan[], at: Date, timeZone: string): Plan {
  const { state, plan } = offerAt(plans, at);
  if (!plan || state === 'ended') throw new Refusal('STAKING_ENDED');
  if (state === 'notOpen') throw new Refusal('STAKING_NOT_OPEN', { opensAt: eventTime(plan.opensAt, timeZone, at) });
  if (state === 'paused') throw new Refusal('STAKING_PAUSED');
  return plan;
}

type Account = { readonly available: number; readonly held: number };

/** Holds the amount of a stake. Throws Refusal INSUFFICIENT_POINTS or STAKE_LIMIT_REACHED. */
async function hold(
  tx: Transaction<DB>,
  { fanId, key, amount, receivedAt }: StakeIntent,
  { mostHeld }: Plan,
): Promise<Account> {
  const { verdict, available, held } = await holdPoints(tx, { fanId, key, amount, mostHeld, receivedAt });
  switch (verdict) {
    case 'held':
      return { available, held };
    case 'tooFew':
      throw new Refusal('INSUFFICIENT_POINTS', { missing: amount - available });
    case 'aboveLimit':
      throw new Refusal('STAKE_LIMIT_REACHED', { limit: mostHeld, left: Math.max(0, mostHeld - held) });
    // A repeat of a call is answered before.
    case 'repeat':
    case 'keyReused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }
}
