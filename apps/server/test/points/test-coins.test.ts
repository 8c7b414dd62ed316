import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeTestCoins } from '#/modules/points/take-test-coins.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const getFreeTestCoin = 'POST /wallet/api/v1/userExpand/getFreeTestCoin';
const getTestCoinFaucet = 'POST /wallet/api/v1/userExpand/getTestCoinFaucet';
const dayMs = 24 * 60 * 60_000;

describe('the faucet of test coins', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    // Its tight rate would refuse forty at once before the faucet can.
    world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '100' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    fan = await world.given.fan();
  });

  const take = (key: string = randomUUID(), caller = fan) =>
    world.call(getFreeTestCoin, { fan: caller, body: {}, key });
  const creditedOnly = { chainAmount: null, wallet: null, lastSent: null };
  const faucet = async () => (await world.call(getTestCoinFaucet, { fan, body: {} })).data;

  it('gives test coins, and says when the next ones are due', async () => {
    expect(await faucet()).toEqual({ isOpen: true, amount: 10, ...creditedOnly, nextAt: null });
    const nextAt = new Date(world.clock.now().getTime() + dayMs).toISOString();
    expect(await take()).toMatchObject({ code: 0, data: { amount: 10, balance: 10, nextAt } });
    expect(await balanceOf(world, fan, 'TEST_COIN')).toBe(10);
    expect(await faucet()).toEqual({ isOpen: true, amount: 10, ...creditedOnly, nextAt });
  });

  it('refuses the next ones until a day is over, says when, and changes nothing', async () => {
    await take();
    world.clock.advance(dayMs - 61 * 60_000);
    const refused = await changesNothing(world, () => take());
    expect(refused).toMatchObject({
      status: 200,
      refusal: 'TEST_COIN_TOO_SOON',
      message: 'You’ve taken today’s test coins. Come back in 1 hour and 1 minute.',
    });
    world.clock.advance(61 * 60_000 - 1);
    expect((await changesNothing(world, () => take())).message).toContain('in 0 hours and 1 minute.');
    world.clock.advance(1);
    expect(await take()).toMatchObject({ code: 0, data: { balance: 20 } });
  });

  it('gives once when a fan asks forty times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => take()));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.filter(({ refusal }) => refusal === 'TEST_COIN_TOO_SOON')).toHaveLength(39);
    expect(await balanceOf(world, fan, 'TEST_COIN')).toBe(10);
  });

  it('gives once and answers alike when the same request arrives forty times at once', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 40 }, () => take(key)));
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(replies[0]?.code).toBe(0);
    world.clock.advance(2 * dayMs);
    expect((await changesNothing(world, () => take(key))).data).toEqual(replies[0]?.data);
  });

  it('gives nothing to the anonymous', async () => {
    await changesNothing(world, async () => {
      expect(await world.call(getFreeTestCoin, { body: {} })).toMatchObject({ status: 401 });
    });
  });

  it('gives nothing on a chain other than a test network', async () => {
    const wish = { fanId: fan.id, networkHash: Buffer.alloc(32), key: randomUUID(), receivedAt: world.clock.now() };
    const settings = { chainId: 56, platformTimeZone: 'Asia/Taipei', rateLimitFactor: 1, coinSender: undefined };
    await changesNothing(world, () =>
      expect(world.db.transaction().execute((tx) => takeTestCoins(tx, settings, wish))).rejects.toMatchObject({
        reason: 'TEST_COIN_NO_TEST_CHAIN',
      }),
    );
  });

  it('cannot give twice within a day, because the table says so', async () => {
    await take();
    const { rows } = await world.ownerPool.query<{ granted_at: Date }>(
      'SELECT granted_at FROM test_coin_grant WHERE fan_id = $1',
      [fan.id],
    );
    const [previousAt] = rows.map(({ granted_at }) => granted_at);
    const insert = (turn: number, grantedAt: Date, previous: readonly [number | null, Date | null]) =>
      world.ownerPool.query(
        'INSERT INTO test_coin_grant (fan_id, turn, amount, key, granted_at, previous_turn, previous_at) ' +
          'VALUES ($1, $2, 10, $3, $4, $5, $6)',
        [fan.id, turn, randomUUID(), grantedAt, ...previous],
      );
    const soon = new Date((previousAt?.getTime() ?? 0) + dayMs - 1);
    await expect(insert(2, soon, [1, previousAt ?? null])).rejects.toMatchObject({
      constraint: 'test_coin_grant_waits_a_day',
    });
    await expect(insert(2, soon, [null, null])).rejects.toMatchObject({
      constraint: 'test_coin_grant_follows_the_last',
    });
    await expect(insert(2, new Date(soon.getTime() + dayMs), [1, soon])).rejects.toMatchObject({ code: '23503' });
    await expect(insert(1, soon, [null, null])).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the faucet and one network', () => {
  it('serves a limited number of fans of a network a day, refuses the next, and later forgets it', async () => {
    await using world = await createWorld();
    const fans = await Promise.all(Array.from({ length: 53 }, () => world.given.fan()));
    const settings = { chainId: 97, platformTimeZone: 'Asia/Taipei', rateLimitFactor: 1, coinSender: undefined };
    const take = (fan: TestFan, network = 1) =>
      world.db.transaction().execute((tx) =>
        takeTestCoins(tx, settings, {
          fanId: fan.id,
          networkHash: Buffer.alloc(32, network),
          key: randomUUID(),
          receivedAt: world.clock.now(),
        }),
      );
    const outcomes = await Promise.allSettled(fans.slice(0, 52).map((fan) => take(fan)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused).toMatchObject([{ reason: { reason: 'TEST_COIN_NETWORK_LIMIT' } }, {}]);
    const [last] = fans.slice(52);
    if (!last) throw new Error('There is no fan left');
    await changesNothing(world, () => expect(take(last)).rejects.toMatchObject({ reason: 'TEST_COIN_NETWORK_LIMIT' }));
    expect(await take(last, 2)).toMatchObject({ balance: 10 });

    world.clock.advance(3 * dayMs);
    await world.ownerPool.query(`SELECT graphile_worker.add_job('forget-test-coin-networks')`);
    await runJobs(world);
    expect((await world.ownerPool.query('SELECT FROM test_coin_network')).rowCount).toBe(0);
    expect(await take(last)).toMatchObject({ balance: 20 });
  });
});
