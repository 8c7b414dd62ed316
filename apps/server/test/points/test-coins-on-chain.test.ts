import { randomUUID } from 'node:crypto';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const getFreeTestCoin = 'POST /wallet/api/v1/userExpand/getFreeTestCoin';
const getTestCoinFaucet = 'POST /wallet/api/v1/userExpand/getTestCoinFaucet';
const dayMs = 24 * 60 * 60_000;
const weiEach = 10n ** 16n;

/** A server whose faucet has a key, and whose node is away: what it promises waits. */
const environment = {
  RATE_LIMIT_FACTOR: '100',
  CHAIN_RPC_URL: 'http://127.0.0.1:9',
  FAUCET_KEY: generatePrivateKey(),
  FAUCET_COINS_PER_DAY: '0.03',
};

describe('the faucet of the chain', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ environment });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newAddress = () => `0x${randomUUID().replaceAll('-', '')}abcdef01`;
  const take = (fan: TestFan, key: string = randomUUID()) => world.call(getFreeTestCoin, { fan, body: {}, key });
  const faucet = async (fan: TestFan) => (await world.call(getTestCoinFaucet, { fan, body: {} })).data;
  const nextDay = () => world.clock.advance(dayMs);

  async function givenFanWithWallet(address = newAddress()) {
    const fan = await world.given.fan();
    await world.ownerPool.query('INSERT INTO linked_wallet VALUES ($1, $2, now())', [fan.id, address]);
    return { fan, address };
  }

  async function transactions(): Promise<{ target: string; value: string }[]> {
    const { rows } = await world.ownerPool.query<{ target: string; value: string }>(
      `SELECT target, value FROM chain_transaction WHERE purpose = 'testCoin' ORDER BY id`,
    );
    return rows;
  }

  it('sends coins of the chain to the wallet, credits none, and says how far they are', async () => {
    const { fan, address } = await givenFanWithWallet();
    const waiting = { amount: '0.01', wallet: address, state: 'onItsWay', transaction: null };
    const open = { isOpen: true, amount: 10, chainAmount: '0.01', wallet: address };
    expect(await faucet(fan)).toEqual({ ...open, nextAt: null, lastSent: null });
    const nextAt = new Date(world.clock.now().getTime() + dayMs).toISOString();
    expect((await take(fan)).data).toEqual({ amount: 0, balance: 0, nextAt, sent: waiting });
    expect(await balanceOf(world, fan, 'TEST_COIN')).toBe(0);
    expect((await transactions()).at(-1)).toEqual({ target: address, value: String(weiEach) });
    expect(await faucet(fan)).toEqual({ ...open, nextAt, lastSent: waiting });
    expect((await changesNothing(world, () => take(fan))).refusal).toBe('TEST_COIN_TOO_SOON');
  });

  const transactionOf = ({ id }: TestFan) => `(SELECT transaction_id FROM test_coin_grant WHERE fan_id = ${id})`;
  const set = (fan: TestFan, values: string) =>
    world.ownerPool.query(`UPDATE chain_transaction SET ${values} WHERE id = ${transactionOf(fan)}`);

  it('says that it failed, shows the transaction as soon as it is signed, and says that it arrived', async () => {
    nextDay();
    const refused = await givenFanWithWallet();
    await take(refused.fan);
    const failed = `state = 'impossible', settled_at = now(), reason = 'planted', target = NULL, data = NULL`;
    await set(refused.fan, failed);
    const coins = { amount: '0.01', wallet: refused.address };
    expect((await faucet(refused.fan)).lastSent).toEqual({ ...coins, state: 'failed', transaction: null });
    const again = `state = 'waiting', settled_at = NULL, reason = NULL, target = '${refused.address}', data = '0x'`;
    await expect(set(refused.fan, again)).rejects.toThrow('never changes');

    const { fan, address } = await givenFanWithWallet();
    await take(fan);
    const hash = `0x${'ab'.repeat(32)}`;
    const sender = newAddress();
    await world.ownerPool.query('INSERT INTO chain_sender VALUES ($1, 1)', [sender]);
    await set(fan, `state = 'sent', sender = '${sender}', nonce = 0`);
    await world.ownerPool.query(
      `INSERT INTO signed_transaction (hash, transaction_id, nonce, gas, max_fee, raw, signed_at)
        VALUES ('${hash}', ${transactionOf(fan)}, 0, 21000, 1, '0x00', now())`,
    );
    const link = { hash, url: `https://testnet.bscscan.com/tx/${hash}` };
    const sent = { amount: '0.01', wallet: address, transaction: link };
    expect((await faucet(fan)).lastSent).toEqual({ ...sent, state: 'onItsWay' });
    await world.ownerPool.query(`UPDATE signed_transaction SET raw = NULL WHERE hash = '${hash}'`);
    await set(fan, `state = 'confirmed', settled_at = now(), target = NULL, data = NULL, hash = '${hash}'`);
    expect((await faucet(fan)).lastSent).toEqual({ ...sent, state: 'arrived' });
  });

  it('credits coins of the platform to a fan without a wallet', async () => {
    nextDay();
    const fan = await world.given.fan();
    expect(await faucet(fan)).toMatchObject({ chainAmount: '0.01', wallet: null, lastSent: null });
    const before = (await transactions()).length;
    expect((await take(fan)).data).toMatchObject({ amount: 10, balance: 10, sent: null });
    expect(await transactions()).toHaveLength(before);
    await world.ownerPool.query('INSERT INTO linked_wallet VALUES ($1, $2, now())', [fan.id, newAddress()]);
    expect((await changesNothing(world, () => take(fan))).refusal, 'one a day of either').toBe('TEST_COIN_TOO_SOON');
  });

  it('sends once when a fan asks forty times at once, with one key or with forty', async () => {
    nextDay();
    for (const keyOf of [
      () => randomUUID(),
      (
        (key) => () =>
          key
      )(randomUUID()),
    ]) {
      const { fan } = await givenFanWithWallet();
      const before = (await transactions()).length;
      const replies = await Promise.all(Array.from({ length: 40 }, () => take(fan, keyOf())));
      const refusals = new Set(replies.map(({ refusal, data }) => refusal ?? JSON.stringify(data)));
      expect(refusals.size).toBeLessThanOrEqual(2);
      expect(await transactions()).toHaveLength(before + 1);
    }
  });

  it('answers a repeated request as the first time, and sends nothing again', async () => {
    nextDay();
    const { fan } = await givenFanWithWallet();
    const key = randomUUID();
    const first = await take(fan, key);
    world.clock.advance(dayMs);
    expect((await changesNothing(world, () => take(fan, key))).data).toEqual(first.data);
  });

  it('sends to one of forty fans who share a wallet, and to it again on the next day', async () => {
    nextDay();
    const { fan, address } = await givenFanWithWallet();
    const others = await Promise.all(Array.from({ length: 39 }, () => givenFanWithWallet(address)));
    const fans = [fan, ...others.map((other) => other.fan)];
    const replies = await Promise.all(fans.map((one) => take(one)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.filter(({ refusal }) => refusal === 'TEST_COIN_ADDRESS_LIMIT')).toHaveLength(39);
    const [refused] = fans.filter((_, index) => replies[index]?.refusal);
    if (!refused) throw new Error('Everybody got coins');
    await changesNothing(world, () => take(refused));
    nextDay();
    expect((await take(refused)).refusal).toBeUndefined();
  });

  it('sends no more in a day than its limit, to forty fans at once, and goes on the next day', async () => {
    nextDay();
    const given = await Promise.all(Array.from({ length: 40 }, () => givenFanWithWallet()));
    const replies = await Promise.all(given.map(({ fan }) => take(fan)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(replies.filter(({ refusal }) => refusal === 'TEST_COIN_DAY_LIMIT')).toHaveLength(37);
    const [late] = given.filter((_, index) => replies[index]?.refusal);
    if (!late) throw new Error('Everybody got coins');
    await changesNothing(world, () => take(late.fan));
    nextDay();
    expect((await take(late.fan)).refusal).toBeUndefined();
  });

  it('cannot send beyond its limits, because the tables say so', async () => {
    const refuses = (statement: string, error: object) =>
      expect(world.ownerPool.query(statement)).rejects.toMatchObject(error);
    await refuses(`INSERT INTO test_coin_day VALUES ('2020-01-01', 2, 1)`, {
      constraint: 'test_coin_day_limit_never_exceeded',
    });
    const address = `INSERT INTO test_coin_address SELECT address_hash, day FROM test_coin_address LIMIT 1`;
    await refuses(address, { code: '23505' });
    const fan = await world.given.fan();
    const grant = 'INSERT INTO test_coin_grant (fan_id, turn, amount, key, granted_at, wei)';
    for (const [amount, wei] of [
      [0, 'NULL'],
      [10, '1'],
      [0, '1'],
    ]) {
      await refuses(`${grant} VALUES (${fan.id}, 1, ${amount}, gen_random_uuid(), now(), ${wei})`, {
        constraint: 'test_coin_grant_is_credited_or_sent',
      });
    }
    await refuses(
      `INSERT INTO test_coin_grant (fan_id, turn, amount, key, granted_at, wei, sent_on, transaction_id)
       SELECT ${fan.id}, 1, 0, gen_random_uuid(), now(), wei, sent_on, transaction_id FROM test_coin_grant
        WHERE transaction_id IS NOT NULL LIMIT 1`,
      { constraint: 'test_coin_grant_transaction_id_key' },
    );
  });

  it('forgets the wallet of an erased fan, and the hashes of wallets within two days', async () => {
    nextDay();
    const { fan } = await givenFanWithWallet();
    await take(fan);
    await eraseFan(world, fan);
    const rowsOf = async (table: string) =>
      (await world.ownerPool.query(`SELECT FROM ${table} WHERE fan_id = $1`, [fan.id])).rowCount;
    expect([await rowsOf('test_coin_grant'), await rowsOf('test_coin_wallet')]).toEqual([1, 0]);
    world.clock.advance(3 * dayMs);
    await world.ownerPool.query(`SELECT graphile_worker.add_job('forget-test-coin-networks')`);
    await runJobs(world);
    expect((await world.ownerPool.query('SELECT FROM test_coin_address')).rowCount).toBe(0);
  });
});
