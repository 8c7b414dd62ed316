import { randomUUID } from 'node:crypto';
import { formatDay } from '@lightstick/contract/zoned-date';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServices, buildApp } from '#/app.ts';
import { payBonuses } from '#/modules/staking/pay-bonuses.ts';
import { returnStakes } from '#/modules/staking/staking.jobs.ts';
import { balanceOf } from '../world/balance-of.ts';
import { call } from '../world/call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countAllEarned } from '../world/count-all-earned.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenStaking, moveStaking } from '../world/given-staking.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

/** Returns always true, as in a run that is never out of time. */
const hasTime = () => true;
const weekMs = 7 * 86_400_000;
const receiving = 'POST /task/api/v1/staking/receive';
/** A Wednesday in Taipei; each test has separate weeks, so that no stake of another counts. */
let now = new Date('2021-01-06T04:00:00.000Z');

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  now = new Date(now.getTime() + 16 * weekMs);
  world.clock.set(now);
  await givenStaking(world);
  fan = await world.given.fan({ points: 100 });
});

const staked = async (caller: TestFan, amount = 100) =>
  (await world.call('POST /task/api/v1/staking/doStaking', { fan: caller, body: { amount }, key: randomUUID() })).data;
const receive = (periodId: string, { caller = fan, key = randomUUID() } = {}) =>
  world.call(receiving, { fan: caller, body: { periodId }, key });
const reward = async (caller = fan) =>
  (await world.call('GET /task/api/v1/staking/rewards', { fan: caller, query: {} })).data.list[0];
const pending = async (caller = fan) =>
  (await world.call('POST /wallet/api/v1/userExpand/getPendingPoints', { fan: caller, body: {} })).data;

/** Stakes for a week and lets it pass. */
async function earnBonus(caller: TestFan = fan, amount = 100): Promise<string> {
  const { periodId } = await staked(caller, amount);
  await pass(2 * weekMs);
  return periodId;
}

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms - weekMs);
  await moveStaking(world);
  world.clock.advance(weekMs);
  await moveStaking(world);
}

/** Lets all fans have signed in just now; a sign-in lasts thirty days. */
async function signInAnew(): Promise<void> {
  const at = [world.clock.now()];
  await world.ownerPool.query(
    `UPDATE sign_in SET begun_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '30 days'`,
    at,
  );
  await world.ownerPool.query(
    `UPDATE session SET created_at = $1, expires_at = $1::timestamptz + interval '30 days'`,
    at,
  );
}

describe('a bonus', () => {
  it('waits for its fan, is received once, and a repeat gets the first answer', async () => {
    const periodId = await earnBonus();
    expect(await reward()).toMatchObject({ periodId, points: 1000, state: 'receivable', paidAt: null });
    expect(await pending()).toMatchObject({ pending: 1000, items: [{ kind: 'staking', points: 1000 }] });
    const key = randomUUID();
    const { data } = await receive(periodId, { key });
    expect(data).toMatchObject({ periodId, points: 1000, available: 1100 });
    expect((await receive(periodId, { key })).data).toEqual(data);
    expect(await changesNothing(world, () => receive(periodId))).toMatchObject({ refusal: 'STAKING_BONUS_RECEIVED' });
    expect(await changesNothing(world, () => receive('2025-01-13', { key }))).toMatchObject({
      refusal: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await reward()).toMatchObject({ state: 'received' });
    expect(await pending()).toMatchObject({ pending: 0, items: [] });
    const received = await world.call('POST /wallet/api/v1/userExpand/getReceivedPointRecords', { fan, body: {} });
    expect(received.data.list[0]).toMatchObject({ kind: 'staking', points: 1000 });
    const options = { hourOffset: 0, now: world.clock.now() };
    const day = formatDay(new Date(`${periodId}T00:00:00Z`), 'en_US', options);
    expect(received.data.list[0]?.title).toBe(`Point bonus for the week of ${day}`);
  });

  it('is received once by forty calls at once', async () => {
    const periodId = await earnBonus();
    const replies = await Promise.all(Array.from({ length: 40 }, () => receive(periodId)));
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    expect(await balanceOf(world, fan)).toBe(1100);
  });

  it('gives the first answer to a repeat after a restart of the server', async () => {
    const periodId = await earnBonus();
    const key = randomUUID();
    const { data } = await receive(periodId, { key });
    const restarted = await buildApp(createServices(world.services));
    try {
      expect((await call(restarted, receiving, { fan, body: { periodId }, key })).data).toEqual(data);
    } finally {
      await restarted.close();
    }
  });

  it('is refused before its period is over, without a stake, and for a week that is none', async () => {
    const { periodId } = await staked(fan);
    const refusal = async (id: string, caller = fan) =>
      (await changesNothing(world, () => receive(id, { caller }))).refusal;
    expect(await refusal(periodId)).toBe('STAKING_PERIOD_NOT_SETTLED');
    await pass(2 * weekMs);
    const other = await world.given.fan();
    expect(await refusal(periodId, other)).toBe('STAKING_BONUS_MISSING');
    expect(await refusal('2020-01-06')).toBe('STAKING_PERIOD_NOT_FOUND');
    expect(await refusal('no week')).toBe('STAKING_PERIOD_NOT_FOUND');
  });

  it('that was not received in sixty days is paid once, in batches and by concurrent processes', async () => {
    const fans = await world.given.fans(7, { points: 10 });
    for (const one of fans) await staked(one, 10);
    await pass(2 * weekMs);
    const { autoPaidAt = '' } = (await reward(fans[0])) ?? {};
    const due = new Date(autoPaidAt);
    world.clock.set(new Date(due.getTime() - 1));
    await signInAnew();
    await moveStaking(world);
    expect(await reward(fans[0])).toMatchObject({ state: 'receivable' });
    await Promise.all(Array.from({ length: 4 }, () => payBonuses(world.db, { at: due, hasTime, most: 2 })));
    await payBonuses(world.db, { at: due, hasTime });
    for (const one of fans) expect(await reward(one)).toMatchObject({ state: 'paidAutomatically', paidAt: autoPaidAt });
    const balances = await Promise.all(fans.map((one) => balanceOf(world, one)));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(1070);
  });

  it('is paid once when the fan receives it during the automatic payment', async () => {
    const periodId = await earnBonus();
    world.clock.advance(61 * 86_400_000);
    await signInAnew();
    const [reply] = await Promise.all([receive(periodId), payBonuses(world.db, { at: world.clock.now(), hasTime })]);
    await payBonuses(world.db, { at: world.clock.now(), hasTime });
    expect([undefined, 'STAKING_BONUS_RECEIVED']).toContain(reply.refusal);
    expect(await balanceOf(world, fan)).toBe(1100);
  });
});

describe('a stake', () => {
  it('returns automatically at its end, once, in batches and by concurrent processes', async () => {
    const fans = await world.given.fans(5, { points: 60 });
    for (const one of fans) for (const amount of [10, 20, 30]) await staked(one, amount);
    const { stake } = await staked(fan);
    const end = new Date(stake.returnsAt);
    world.clock.set(new Date(end.getTime() - 1));
    await moveStaking(world);
    expect(await balanceOf(world, fan)).toBe(0);
    await Promise.all(Array.from({ length: 4 }, () => returnStakes(world.db, { at: end, hasTime, most: 4 })));
    await returnStakes(world.db, { at: end, hasTime });
    for (const one of fans) expect(await balanceOf(world, one)).toBe(60);
    world.clock.set(end);
    const records = await world.call('GET /task/api/v1/staking/records', { fan, query: {} });
    expect(records.data.list[0]).toMatchObject({ state: 'returned', returnedAt: stake.returnsAt });
    await expect(world.ownerPool.query('UPDATE stake SET returned_at = NULL')).rejects.toThrow('written once');
  });

  it('of an erased fan continues under the pseudonym, and its bonus is paid automatically', async () => {
    const other = await world.given.fan({ points: 100 });
    await staked(other);
    const { periodId } = await staked(fan);
    await eraseFan(world, fan);
    await pass(2 * weekMs);
    expect(await reward(other)).toMatchObject({ periodId, points: 500 });
    expect(await balanceOf(world, fan)).toBe(100);
    await pass(61 * 86_400_000);
    expect(await balanceOf(world, fan)).toBe(600);
  });

  it('and its bonus are in what a fan takes along, and the bonus counts in the fan ranking', async () => {
    const periodId = await earnBonus();
    await receive(periodId);
    const { data } = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(data.stakes).toMatchObject({ total: 1, rows: [{ amount: 100, periods: 1, factorPercent: 100 }] });
    expect(data.stakeBonuses).toMatchObject({ total: 1, rows: [{ periodId, line: 1, weight: '10000', points: 1000 }] });
    expect(data.balances).toContainEqual({ assetName: 'POINT', available: 1100, held: 0 });
    await countAllEarned(world);
    const { data: ranking } = await world.call('POST /wallet/api/v1/userExpand/getUserAndAllPointRank', {
      fan,
      body: {},
    });
    expect(ranking.mine).toMatchObject({ points: 1100 });
  });

  it('does the task of staking, once a week', async () => {
    const taskId = await givenTask(world, { typeId: 90, period: 'weekly' });
    const claim = () => world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
    expect((await claim()).refusal).toBe('TASK_NOT_DONE');
    await staked(fan, 10);
    expect((await claim()).refusal).toBeUndefined();
  });
});

describe('closing, settling and receiving', () => {
  it('at once never lose or double a Point, in any order', async () => {
    const fans = await world.given.fans(12, { points: 200 });
    const { periodId } = await staked(fan);
    for (const one of fans) await staked(one, 100);
    const { countsFrom } = (await staked(fans[0] ?? fan, 10)).stake;
    // The first race: stakes on their way while the period closes.
    world.clock.set(new Date(Date.parse(countsFrom) - 1));
    const late = fans.map((one) =>
      world.call('POST /task/api/v1/staking/doStaking', { fan: one, body: { amount: 20 }, key: randomUUID() }),
    );
    const closing = Array.from({ length: 3 }, () =>
      world.pool.query('SELECT close_staking_period($1, $2)', [periodId, new Date(Date.parse(countsFrom) + 15_000)]),
    );
    const [replies] = await Promise.all([Promise.all(late), Promise.all(closing)]);
    const written = replies.filter(({ refusal }) => refusal === undefined).length;
    expect(new Set(replies.map(({ refusal }) => refusal ?? 'STAKING_PERIOD_CLOSED'))).toEqual(
      new Set(['STAKING_PERIOD_CLOSED']),
    );
    const { rows } = await world.ownerPool.query(
      'SELECT total_weight::text, stakers FROM staking_period WHERE id = $1',
      [periodId],
    );
    expect(rows).toEqual([{ total_weight: String((100 + 12 * 100 + 10 + written * 20) * 100), stakers: 13 }]);

    // The second: receipts while it is settled, by three processes at once.
    world.clock.set(new Date(Date.parse(countsFrom) + weekMs));
    const settling = Array.from({ length: 3 }, () =>
      world.pool.query('SELECT settle_staking_period($1, $2)', [periodId, world.clock.now()]),
    );
    const received = await Promise.all([fan, ...fans].map((caller) => receive(periodId, { caller })));
    await Promise.all(settling);
    for (const [index, caller] of [fan, ...fans].entries()) {
      if (received[index]?.refusal === undefined) continue;
      expect(received[index]?.refusal).toBe('STAKING_PERIOD_NOT_SETTLED');
      expect((await receive(periodId, { caller })).refusal).toBeUndefined();
    }
    await returnStakes(world.db, { at: world.clock.now(), hasTime });
    const balances = await Promise.all([fan, ...fans].map((one) => balanceOf(world, one)));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(100 + 12 * 200 + 1000);
  });
});
