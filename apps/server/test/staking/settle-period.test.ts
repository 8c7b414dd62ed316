import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { insertStakingPool } from '../../../../e2e/fixtures/staking-rows.ts';
import { givenStaking, givenStakingPlan, moveStaking } from '../world/given-staking.ts';
import { createWorld, type World } from '../world/world.ts';
import { sharesOf } from './staking-model.ts';

const weekMs = 7 * 86_400_000;
/** A Wednesday in Taipei; each test has separate weeks, so that no stake of another counts. */
let now = new Date('2025-01-08T04:00:00.000Z');

let world: World;
beforeAll(async () => {
  world = await createWorld({ now });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  now = new Date(now.getTime() + 6 * weekMs);
  world.clock.set(now);
});

/** Lets weeks pass, with the job of two processes at once. */
async function passWeeks(weeks: number): Promise<void> {
  for (let week = 0; week < weeks; week += 1) {
    world.clock.advance(weekMs);
    await Promise.all([moveStaking(world), moveStaking(world)]);
  }
}

const info = async (fan?: TestFan) => (await world.call('GET /task/api/v1/staking/info', fan ? { fan } : {})).data;
const period = (periodId: string, { fan, ...page }: { fan?: TestFan; pageNum?: number; pageSize?: number } = {}) =>
  world.call('GET /task/api/v1/staking/period', { ...(fan ? { fan } : {}), query: { periodId, ...page } });
const file = (periodId: string) =>
  world.app.inject({ method: 'GET', url: '/task/api/v1/staking/periodFile', query: { periodId } });

async function staked(fan: TestFan, amount: number): Promise<string> {
  const body = { amount };
  const { data } = await world.call('POST /task/api/v1/staking/doStaking', { fan, body, key: randomUUID() });
  return data.periodId;
}

/** Prepares fans who have each staked an amount, in this order, for the same period. */
async function stakers(amounts: readonly number[]) {
  const fans = await world.given.fans(amounts.length, { points: Math.max(...amounts) });
  let periodId = '';
  for (const [index, fan] of fans.entries()) periodId = await staked(fan, amounts[index] ?? 0);
  return { fans, periodId };
}

describe('the pool of a period', () => {
  it('is shared out by weight to the last Point, and the whole list can be recomputed', async () => {
    await givenStaking(world, { pool: 100, least: 1 });
    const { fans, periodId } = await stakers([10, 10, 10, 3, 70]);
    await passWeeks(2);
    const { data } = await period(periodId, fans[3] ? { fan: fans[3] } : {});
    expect(data).toMatchObject({
      total: 5,
      period: { pool: 100, totalWeight: '10300', stakers: 5, isReturned: false },
    });
    expect(data.list.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    expect(data.list.filter(({ isMine }) => isMine)).toEqual([{ ...data.mine, isMine: true }]);
    expect(data.mine).toMatchObject({ weight: '300', share: 3 });

    const published = (await file(periodId)).body;
    expect(hash('sha256', published)).toBe(data.period.hash);
    const [format, id, pool, total, ...lines] = published.trimEnd().split('\n');
    expect([format, id, pool, total]).toEqual(['lightstick/staking/v1', periodId, '100', '10300']);
    const weights = lines.map((line) => BigInt(line.split(' ')[0] ?? ''));
    expect(lines).toEqual(sharesOf(100n, weights).map((share, line) => `${weights[line]} ${share}`));
    // The lines are in the order of the fans' hashes.
    const lots = fans.map(({ accountId }) => hash('sha256', `${periodId}${accountId}`));
    const inOrder = fans.toSorted((one, other) =>
      (lots[fans.indexOf(one)] ?? '') < (lots[fans.indexOf(other)] ?? '') ? -1 : 1,
    );
    for (const [line, fan] of inOrder.entries()) {
      expect((await period(periodId, { fan })).data.mine?.line).toBe(line + 1);
    }
    expect((await period(periodId, { pageNum: 2, pageSize: 2 })).data.list.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('goes back to its budget when no fan has staked', async () => {
    await givenStakingPlan(world);
    await insertStakingPool(world.ownerPool, { points: 500, budget: 1500 });
    await moveStaking(world);
    const periodId = (await info()).next?.periodId ?? '';
    await passWeeks(2);
    expect((await period(periodId)).data).toMatchObject({
      total: 0,
      list: [],
      period: { isReturned: true, stakers: 0 },
    });
    expect((await info()).lastSettled).toMatchObject({ periodId, isReturned: true, totalWeight: '0' });
    expect((await file(periodId)).body).toBe(`lightstick/staking/v1\n${periodId}\n500\n0\n`);
    const list = async (pageNum: string) =>
      (await world.call('GET /task/api/v1/staking/periods', { query: { pageNum, pageSize: '1' } })).data;
    const { total, ...newest } = await list('1');
    expect(newest.list).toEqual([(await info()).lastSettled]);
    expect((await list(String(total))).list[0]?.periodId).not.toBe(periodId);
    expect((await list(String(total + 1))).list).toEqual([]);
    // Four periods were published and one of them is over: three pools are set aside.
    const { rows } = await world.ownerPool.query(
      `SELECT b.set_aside, count(p.id)::integer AS periods FROM staking_budget b
        JOIN staking_period p ON p.budget_id = b.id
        WHERE b.id = 'budget-1500' GROUP BY b.id`,
    );
    expect(rows).toEqual([{ set_aside: 1500, periods: 4 }]);
  });

  it('of one Point goes to one fan, and the others have nothing to receive', async () => {
    await givenStaking(world, { pool: 1, least: 1 });
    const { fans, periodId } = await stakers([1, 1, 1]);
    await passWeeks(2);
    const shares = (await period(periodId)).data.list.map(({ share }) => share);
    // Equal remainders: the first line of the list.
    expect(shares).toEqual([1, 0, 0]);
    const states = await Promise.all(
      fans.map(
        async (fan) => (await world.call('GET /task/api/v1/staking/rewards', { fan, query: {} })).data.list[0]?.state,
      ),
    );
    expect(states.filter((state) => state === 'receivable')).toHaveLength(1);
    expect(states.filter((state) => state === 'none')).toHaveLength(2);
  });

  it('is estimated as a part of a typical week at least, and of a closed week by its own weights', async () => {
    await givenStaking(world, { pool: 1000, least: 1 });
    await stakers([40]);
    await passWeeks(2);
    const { list } = (await world.call('GET /task/api/v1/staking/periods', { query: {} })).data;
    const shared = list.filter(({ isReturned }) => !isReturned).map(({ totalWeight }) => Number(totalWeight));
    const newest = shared.slice(0, 4).toSorted((one, other) => one - other);
    const middle = newest.slice(Math.ceil(newest.length / 2) - 1, Math.floor(newest.length / 2) + 1);
    const typical = Math.floor(middle.reduce((sum, weight) => sum + weight, 0) / middle.length);
    expect((await info()).typicalWeight).toBe(String(typical));

    const [fan] = await world.given.fans(1, { points: 1 });
    await staked(fan as TestFan, 1);
    expect((await info(fan)).next?.mine?.estimate).toBe(Math.floor((1000 * 100) / typical));
    await passWeeks(1);
    expect((await info(fan)).current).toMatchObject({ isClosed: true, mine: { estimate: 1000 } });
  });

  it('is exact for the largest amounts', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await givenStaking(world, { pool: 1_000_000_000, periods: 12, factor: 1000, most, mostHeld: most });
    const { periodId } = await stakers([most, most - 1, most, 11]);
    await passWeeks(2);
    const { data } = await period(periodId);
    const weights = data.list.map(({ weight }) => BigInt(weight));
    expect(weights.reduce((sum, weight) => sum + weight, 0n)).toBe(BigInt(data.period.totalWeight));
    expect(data.list.map(({ share }) => BigInt(share))).toEqual(sharesOf(1_000_000_000n, weights));
    expect(weights).toContain(9_007_199_254_740_991_000n);
  });

  it('is known before the period begins, and a budget is never overdrawn', async () => {
    await givenStaking(world);
    await insertStakingPool(world.ownerPool, { points: 700, budget: 1000 });
    await passWeeks(3);
    const published = (
      await world.ownerPool.query<{ pool: number }>(`SELECT pool FROM staking_period WHERE budget_id = 'budget-1000'`)
    ).rows;
    expect(published).toEqual([{ pool: 700 }]);
    await expect(
      world.ownerPool.query(`UPDATE staking_period SET pool = pool + 1 WHERE budget_id = 'budget-1000'`),
    ).rejects.toThrow('written once');
  });

  it('is refused before it is shared out, and for a week that never was', async () => {
    await givenStaking(world);
    const periodId = (await info()).next?.periodId ?? '';
    expect(await period(periodId)).toMatchObject({ refusal: 'STAKING_PERIOD_NOT_SETTLED' });
    for (const unknown of ['2020-01-06', '2020-01-07', '2020-02-31', 'last']) {
      expect(await period(unknown)).toMatchObject({ refusal: 'STAKING_PERIOD_NOT_FOUND' });
      expect((await file(unknown)).json()).toMatchObject({ code: 8010 });
    }
  });
});

describe('what a period has published', () => {
  it('stays: neither shares nor hash can be changed, and no line is added', async () => {
    await givenStaking(world);
    const { fans, periodId } = await stakers([10]);
    await passWeeks(2);
    const owner = (text: string) => world.ownerPool.query(text, [periodId]);
    await expect(owner(`UPDATE stake_bonus SET share = share + 1 WHERE period_id = $1`)).rejects.toThrow(
      'written once',
    );
    await expect(owner(`UPDATE staking_period SET hash = sha256('') WHERE id = $1`)).rejects.toThrow('written once');
    const app = (text: string) => world.pool.query(text, [periodId]);
    await expect(app(`UPDATE staking_period SET settled_at = NULL WHERE id = $1`)).rejects.toThrow('permission denied');
    await expect(
      app(`INSERT INTO stake_bonus (period_id, line, fan_id, weight, share) VALUES ($1, 2, ${fans[0]?.id}, 1, 1)`),
    ).rejects.toThrow('permission denied');
  });
});
