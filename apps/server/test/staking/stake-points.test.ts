import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenStaking, givenStakingPlan, moveStaking } from '../world/given-staking.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const wednesday = new Date('2026-03-11T04:00:00.000Z');
/** Midnight in Taipei. */
const monday = '2026-03-15T16:00:00.000Z';
const mondayAfter = '2026-03-22T16:00:00.000Z';
const lateMonday = '2026-03-29T16:00:00.000Z';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: wednesday });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(wednesday);
  await givenStaking(world);
  fan = await world.given.fan({ points: 1000 });
});

type Options = {
  readonly caller?: TestFan;
  readonly key?: string;
  readonly planId?: string;
  readonly periodId?: string;
};
const stake = (amount: number, { caller = fan, key = randomUUID(), ...shown }: Options = {}) =>
  world.call('POST /task/api/v1/staking/doStaking', { fan: caller, body: { amount, ...shown }, key });
const look = async (caller: TestFan | null = fan) => {
  const asker = caller ? { fan: caller } : {};
  return (await world.call('GET /task/api/v1/staking/info', asker)).data;
};

describe('a stake', () => {
  it('stays in the account, held, and counts from the next period', async () => {
    const { data } = await stake(300);
    expect(data).toMatchObject({
      stake: {
        amount: 300,
        periods: 1,
        factorPercent: 100,
        countsFrom: monday,
        returnsAt: mondayAfter,
        state: 'waiting',
      },
      periodId: '2026-03-16',
      available: 700,
      held: 300,
    });
    expect(await balanceOf(world, fan, 'POINT')).toBe(700);
    expect(await look()).toMatchObject({
      state: 'open',
      current: null,
      next: { periodId: '2026-03-16', pool: 1000, isClosed: false, mine: { staked: 300, weight: '30000' } },
      timeline: { countsFrom: monday, returnsAt: mondayAfter, firstBonusAt: mondayAfter },
      mine: { available: 700, held: 300, mayStake: 700 },
    });
    expect(await look(null)).toMatchObject({ state: 'open', next: { pool: 1000, mine: null }, mine: null });
  });

  it('weighs its amount times the factor of its plan, also when another plan is on later', async () => {
    await givenStakingPlan(world, { periods: 4, factor: 130 });
    await stake(100);
    await givenStakingPlan(world, { periods: 12, factor: 150 });
    const { data } = await stake(100);
    expect(data.stake).toMatchObject({ periods: 12, factorPercent: 150, returnsAt: '2026-06-07T16:00:00.000Z' });
    expect((await look()).next?.mine).toMatchObject({ staked: 200, weight: '28000' });
    const records = await world.call('GET /task/api/v1/staking/records', { fan, query: {} });
    expect(records.data).toMatchObject({ total: 2, list: [{ periods: 12 }, { periods: 4, factorPercent: 130 }] });
  });

  it('received before Monday counts for that week, also when written after; at midnight for the next', async () => {
    world.clock.set(new Date(Date.parse(monday) - 1));
    expect((await stake(10)).data.periodId).toBe('2026-03-16');
    world.clock.set(new Date(monday));
    expect((await stake(10)).data.periodId).toBe('2026-03-23');
  });

  it('is made once: a repeat gets the first answer, and its key serves no other stake', async () => {
    const key = randomUUID();
    const first = await stake(300, { key });
    const again = await stake(300, { key });
    expect(again.data).toEqual(first.data);
    const other = await changesNothing(world, () => stake(301, { key }));
    expect(other.refusal).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await look()).mine).toMatchObject({ held: 300 });
    // After a week its answer is forgotten, but not its key.
    await world.ownerPool.query('DELETE FROM idempotent_request');
    expect((await changesNothing(world, () => stake(300, { key }))).refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('of forty at once never overdraws the account', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => stake(30)));
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(33);
    expect(new Set(replies.flatMap(({ refusal }) => refusal ?? []))).toEqual(new Set(['INSUFFICIENT_POINTS']));
    expect((await look()).mine).toMatchObject({ available: 10, held: 990, mayStake: 10 });
  });

  it('of forty at once never exceeds the limit of a fan, and a key counts once', async () => {
    await givenStakingPlan(world, { mostHeld: 500, most: 100 });
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 40 }, () => stake(100, { key })));
    expect(new Set(same.map(({ data }) => data.stake.stakeId)).size).toBe(1);
    const replies = await Promise.all(Array.from({ length: 40 }, () => stake(100)));
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(4);
    expect((await look()).mine).toMatchObject({ held: 500, mayStake: 0 });
  });

  it('can be as large as the largest balance', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const rich = await world.given.fan({ points: most });
    await givenStakingPlan(world, { periods: 12, factor: 1000, most, mostHeld: most });
    expect((await stake(most, { caller: rich })).data).toMatchObject({ available: 0, held: most });
    expect((await look(rich)).next?.mine).toMatchObject({ staked: most, weight: '9007199254740991000' });
  });
});

describe('a stake is refused, and nothing changes,', () => {
  const refusalOf = async (amount: number, options: Options = {}) =>
    (await changesNothing(world, () => stake(amount, options))).refusal;

  it('outside the limits of the plan', async () => {
    expect(await refusalOf(9)).toBe('STAKE_TOO_SMALL');
    expect(await refusalOf(10_001)).toBe('STAKE_TOO_LARGE');
    await givenStakingPlan(world, { mostHeld: 100, most: 100 });
    await stake(60);
    const over = await changesNothing(world, () => stake(41));
    expect(over).toMatchObject({
      refusal: 'STAKE_LIMIT_REACHED',
      message: 'The limit is 100 staked Points per fan. You can stake 40 more.',
    });
  });

  it('beyond the balance, of which staked Points are no part', async () => {
    await stake(600);
    const short = await changesNothing(world, () => stake(500));
    expect(short).toMatchObject({ refusal: 'INSUFFICIENT_POINTS' });
    expect(short.message).toContain('100');
  });

  it('before and after the plan, while it is paused, and without a pool', async () => {
    await givenStakingPlan(world, { planId: 'later', opensAt: new Date('2026-03-12T04:00:00.000Z') });
    expect(await look()).toMatchObject({ state: 'notOpen', plan: { planId: 'later' }, timeline: null });
    expect(await refusalOf(10)).toBe('STAKING_NOT_OPEN');
    await givenStakingPlan(world, { planId: 'over', opensAt: new Date('2026-03-01'), closesAt: wednesday });
    expect(await look()).toMatchObject({ state: 'ended', plan: { planId: 'over' }, mine: { mayStake: 0 } });
    expect(await refusalOf(10)).toBe('STAKING_ENDED');
    await givenStakingPlan(world, { planId: 'paused', paused: true });
    expect(await look()).toMatchObject({ state: 'paused' });
    expect(await refusalOf(10)).toBe('STAKING_PAUSED');
    await givenStakingPlan(world);
    world.clock.set(new Date('2026-03-25T04:00:00.000Z'));
    expect(await look()).toMatchObject({ state: 'paused', next: null });
    expect(await refusalOf(10)).toBe('STAKING_PAUSED');
  });

  it('when plan or period are not those that the fan was shown', async () => {
    expect(await refusalOf(10, { planId: 'another' })).toBe('STAKING_CHANGED');
    expect(await refusalOf(10, { periodId: '2026-03-23' })).toBe('STAKING_CHANGED');
    const { plan } = await look();
    expect((await stake(10, { planId: plan?.planId ?? '', periodId: '2026-03-16' })).refusal).toBeUndefined();
  });

  it('once its period is closed, although it was received in time', async () => {
    await stake(10);
    world.clock.set(new Date(Date.parse(monday) + 14_999));
    await moveStaking(world);
    expect((await look()).current).toMatchObject({ isClosed: false });
    world.clock.set(new Date(Date.parse(monday) + 15_000));
    await moveStaking(world);
    expect((await look()).current).toMatchObject({ isClosed: true, totalWeight: expect.stringMatching(/^[1-9]/) });
    world.clock.set(new Date(Date.parse(monday) - 1));
    expect(await refusalOf(10)).toBe('STAKING_PERIOD_CLOSED');
  });
});

describe('a stake on its way', () => {
  it('that waits while its period begins is waited for, and counts', async () => {
    world.clock.set(new Date(Date.parse(lateMonday) - 1));
    await moveStaking(world);
    const closing = {
      text: `SELECT close_staking_period('2026-03-30', $1)`,
      values: [new Date(Date.parse(lateMonday) + 15_000)],
    };
    const account = await world.ownerPool.connect();
    await account.query('BEGIN');
    await account.query('SELECT FROM ledger.account WHERE fan = $1 FOR UPDATE', [fan.id]);
    const staked = stake(300);
    await waitForLockWaiter(world);
    const closed = world.pool.query(closing);
    await account.query('COMMIT');
    account.release();
    expect((await staked).data.periodId).toBe('2026-03-30');
    await closed;
    // Weights that were fixed before it would be 300 Points less.
    const { rows } = await world.ownerPool.query(
      `SELECT total_weight = (SELECT sum(amount * factor) FROM stake
        WHERE first_period <= p.id AND end_period > p.id) AS whole
         FROM staking_period p WHERE id = '2026-03-30'`,
    );
    expect(rows).toEqual([{ whole: true }]);
  });
});
