import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, newEmail, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const login = 'POST /wallet/api/v1/user/login';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';
const secondMs = 1_000;
const dayMs = 24 * 60 * 60 * secondMs;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(dayMs + 1));

let lastAddress = 0;
/** Returns a network address that no test has used before. */
function newAddress(): string {
  lastAddress += 1;
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

async function tryTo(email: string, password: string, address = newAddress()) {
  return world.call(login, {
    body: { email, password: await sealed(world, password) },
    headers: { 'x-forwarded-for': address },
  });
}

async function failTimes(times: number, email: string, address?: string): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    expect((await tryTo(email, 'wrong password 1', address)).refusal).toBe('WRONG_CREDENTIALS');
  }
}

async function sessionsOf(email: string) {
  return world.db
    .selectFrom('session')
    .innerJoin('fan', 'fan.id', 'session.fan_id')
    .selectAll('session')
    .where('fan.email', '=', email)
    .orderBy('session.token_hash')
    .execute();
}

describe('signing in', () => {
  it('gives a token that is good for 24 hours', async () => {
    const { email, userInfo } = await signUp(world);
    const { data } = await tryTo(email.toUpperCase(), goodPassword);
    expect(data.userInfo).toEqual(userInfo);
    const fan = { headers: { token: data.token }, body: {} };
    world.clock.advance(dayMs - 1);
    expect((await world.call(getUserInfo, fan)).data.email).toBe(email);
    world.clock.advance(1);
    expect((await world.call(getUserInfo, fan)).status).toBe(401);
  });

  it('leaves the sessions of other devices alone', async () => {
    const first = await signUp(world);
    await tryTo(first.email, goodPassword);
    const { status } = await world.call(getUserInfo, { headers: { token: first.token }, body: {} });
    expect(status).toBe(200);
  });

  it('takes a password however its characters were composed', async () => {
    const { email } = await signUp(world, newEmail(), 'crème brûlée 1'.normalize('NFC'));
    expect((await tryTo(email, 'crème brûlée 1'.normalize('NFD'))).refusal).toBeUndefined();
  });

  it('answers a wrong email and a wrong password alike, and changes nothing but the count', async () => {
    const { email } = await signUp(world);
    const before = await sessionsOf(email);
    const [unknown, wrong] = [await tryTo(newEmail(), goodPassword), await tryTo(email, 'wrong password 1')];
    expect(wrong.refusal).toBe('WRONG_CREDENTIALS');
    expect([unknown.status, unknown.code, unknown.message]).toEqual([wrong.status, wrong.code, wrong.message]);
    expect(await sessionsOf(email)).toEqual(before);
  });

  it('refuses a password that was recorded on its way', async () => {
    const { email } = await signUp(world);
    const password = await sealed(world, goodPassword);
    expect((await world.call(login, { body: { email, password } })).refusal).toBeUndefined();
    expect((await world.call(login, { body: { email, password } })).refusal).toBe('SECRET_UNREADABLE');
  });

  it('is not open to fans without a password', async () => {
    const fan = await world.given.fan();
    await world.db
      .updateTable('fan')
      .set({ kind: 'web3', password_hash: null, wallet_address: `0x${'a'.repeat(40)}` })
      .where('id', '=', fan.id)
      .execute();
    expect((await tryTo(fan.email, goodPassword)).refusal).toBe('WRONG_CREDENTIALS');
  });
});

describe('after failures', () => {
  it('an account waits 5 seconds from the fifth on, then twice as long each time, up to 15 minutes', async () => {
    const { email } = await signUp(world);
    await failTimes(5, email);
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      world.clock.advance(secondMs);
      const paused = await tryTo(email, goodPassword);
      expect(paused.refusal).toBe('TOO_MANY_ATTEMPTS');
      expect(paused.message).toContain(`${seconds - 1} seconds`);
      world.clock.advance((seconds - 1) * secondMs);
      await failTimes(1, email);
    }
  });

  it('a refused attempt does not make the pause longer', async () => {
    const { email } = await signUp(world);
    await failTimes(5, email);
    for (let n = 0; n < 10; n += 1) expect((await tryTo(email, 'wrong password 1')).refusal).toBe('TOO_MANY_ATTEMPTS');
    world.clock.advance(5 * secondMs);
    expect((await tryTo(email, goodPassword)).refusal).toBeUndefined();
  });

  it('a success restarts the count', async () => {
    const { email } = await signUp(world);
    const address = newAddress();
    await failTimes(4, email, address);
    expect((await tryTo(email, goodPassword, address)).refusal).toBeUndefined();
    await failTimes(4, email, address);
    expect((await tryTo(email, goodPassword, address)).refusal).toBeUndefined();
  });

  it('a day without a failure restarts the count', async () => {
    const { email } = await signUp(world);
    await failTimes(4, email);
    world.clock.advance(dayMs + 1);
    await failTimes(4, email);
    expect((await tryTo(email, goodPassword)).refusal).toBeUndefined();
  });

  it('an address without an account waits just the same', async () => {
    const email = newEmail();
    await failTimes(5, email);
    expect((await tryTo(email, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
  });

  it('only five of 40 guesses at once are looked at', async () => {
    const { email } = await signUp(world);
    const replies = await Promise.all(Array.from({ length: 40 }, () => tryTo(email, 'wrong password 1')));
    expect(replies.filter((reply) => reply.refusal === 'WRONG_CREDENTIALS')).toHaveLength(5);
    expect(replies.filter((reply) => reply.refusal === 'TOO_MANY_ATTEMPTS')).toHaveLength(35);
  });

  it('neither the account nor the network is stored in the clear', async () => {
    const email = newEmail();
    const address = newAddress();
    await failTimes(1, email, address);
    const { rows } = await world.ownerPool.query<{ row: string }>('SELECT f::text AS row FROM sign_in_failure f');
    expect(rows.length).toBeGreaterThan(0);
    const text = rows
      .map(({ row }) => Buffer.from(row.replaceAll(/[^0-9a-f]/g, ''), 'hex').toString('latin1') + row)
      .join();
    expect(text).not.toContain(email);
    expect(text).not.toContain(address);
  });
});

describe('calls by which accounts could be guessed', () => {
  it('are limited to twenty a minute by address where they tell it, which signing in does not', async () => {
    await using strict = await createWorld();
    const body = { email: newEmail() };
    const check = () => strict.call('POST /wallet/api/v1/userExpand/checkMailRegister', { body });
    for (let n = 0; n < 20; n += 1) expect((await check()).data).toEqual({ registered: false });
    const refused = await check();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    const password = { keyId: 'key', ciphertext: 'AAAA' };
    for (let n = 0; n <= 20; n += 1) {
      expect((await strict.call(login, { body: { ...body, password } })).refusal).toBe('SECRET_KEY_RETIRED');
    }
  });

  it('tell whether an address is taken, in any spelling', async () => {
    const { email } = await signUp(world);
    const asked = (address: string) =>
      world.call('POST /wallet/api/v1/userExpand/checkMailRegister', { body: { email: address } });
    expect((await asked(email.toUpperCase())).data).toEqual({ registered: true });
    expect((await asked(newEmail())).data).toEqual({ registered: false });
  });
});
