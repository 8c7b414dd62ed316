import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#/lib/token.ts';
import { sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const session = 'POST /wallet/api/v1/user/session';
const login = 'POST /wallet/api/v1/user/login';
const logout = 'POST /wallet/api/v1/user/logout';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';
const dayMs = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: 'https://vote.example.com' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(60_000));

async function resume(passport: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  return world.call(session, {
    body: {},
    headers: { ...(passport === undefined ? {} : { cookie: `theme=dark; passport=${passport}` }), ...headers },
  });
}

async function statusWith(token: string): Promise<number> {
  return (await world.call(getUserInfo, { body: {}, headers: { token } })).status;
}

async function liveSessions() {
  return world.db.selectFrom('session').selectAll().where('ended_at', 'is', null).orderBy('token_hash').execute();
}

describe('the passport', () => {
  it('is a cookie for one call only, that scripts cannot read', async () => {
    const { headers, passportToken } = await signUp(world);
    expect(headers['set-cookie']).toBe(
      `passport=${passportToken}; Max-Age=2592000; Path=/wallet/api/v1/user/session; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('is not Secure where browsers come over plain HTTP, which would drop it', async () => {
    await using plain = await createWorld();
    expect((await signUp(plain)).headers['set-cookie']).not.toContain('Secure');
  });

  it('brings a fresh token, and the old one stays good', async () => {
    const fan = await signUp(world);
    const { data } = await resume(fan.passportToken);
    expect(data.userInfo).toEqual(fan.userInfo);
    expect(data.token).not.toBe(fan.token);
    expect([await statusWith(data.token), await statusWith(fan.token)]).toEqual([200, 200]);
  });

  it('is valid for 30 days without use', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    world.clock.advance(30 * dayMs - 1);
    expect((await resume(fan.passportToken)).status).toBe(200);
    world.clock.advance(1);
    expect((await resume(other.passportToken)).status).toBe(401);
  });

  it('is needed, and nothing else will do', async () => {
    const { token } = await signUp(world);
    const before = await liveSessions();
    for (const passport of [undefined, '', 'nonsense', token, 'x'.repeat(5000)]) {
      expect((await resume(passport)).status).toBe(401);
    }
    expect(await liveSessions()).toEqual(before);
  });

  it('is no token', async () => {
    const { passportToken } = await signUp(world);
    expect(await statusWith(passportToken)).toBe(401);
  });

  it('of another fan than the page means gives nothing, and nothing changes', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    // Old enough to be replaced, which must not happen either.
    world.clock.advance(60_000);
    const before = await liveSessions();
    const reply = await resume(other.passportToken, { 'x-account-id': fan.userInfo.accountId });
    expect(reply).toMatchObject({ status: 412, refusal: 'ACCOUNT_CHANGED' });
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await liveSessions()).toEqual(before);
    expect((await resume(fan.passportToken, { 'x-account-id': fan.userInfo.accountId })).status).toBe(200);
  });

  it('is not taken from pages of other sites', async () => {
    const { passportToken } = await signUp(world);
    const before = await liveSessions();
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://vote.example.com' },
      { origin: 'https://evil.example.com' },
      { origin: 'http://vote.example.com' },
      { origin: 'null' },
    ];
    for (const headers of foreign) expect((await resume(passportToken, headers)).status).toBe(401);
    expect(await liveSessions()).toEqual(before);
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'https://vote.example.com' }]) {
      expect((await resume(passportToken, headers)).status).toBe(200);
    }
  });
});

describe('signing out', () => {
  it('ends the passport and every token of the sign-in, and clears the cookie', async () => {
    const fan = await signUp(world);
    const other = await signUp(world);
    const { data } = await resume(fan.passportToken);
    expect([await statusWith(data.token), await statusWith(fan.token)]).toEqual([200, 200]);

    const reply = await world.call(logout, { body: {}, headers: { token: data.token } });
    expect(reply.data).toEqual({});
    expect(reply.headers['set-cookie']).toBe(
      'passport=; Max-Age=0; Path=/wallet/api/v1/user/session; HttpOnly; Secure; SameSite=Lax',
    );
    expect([await statusWith(data.token), await statusWith(fan.token)]).toEqual([401, 401]);
    expect((await resume(fan.passportToken)).status).toBe(401);
    expect(await statusWith(other.token)).toBe(200);
  });

  it('during a renewal leaves no valid token', async () => {
    const fan = await signUp(world);
    const [, ...resumed] = await Promise.all([
      world.call(logout, { body: {}, headers: { token: fan.token } }),
      ...Array.from({ length: 20 }, () => resume(fan.passportToken)),
    ]);
    const tokens = resumed.flatMap((reply) => (reply.code === 0 ? [reply.data.token] : []));
    for (const token of tokens) expect(await statusWith(token)).toBe(401);
    const { rows } = await world.ownerPool.query(
      `SELECT 1 FROM session s JOIN fan f ON f.id = s.fan_id WHERE f.email = $1 AND s.ended_at IS NULL`,
      [fan.email],
    );
    expect(rows).toEqual([]);
  });

  it('needs a session', async () => {
    const before = await liveSessions();
    expect((await world.call(logout, { body: {} })).status).toBe(401);
    expect(await liveSessions()).toEqual(before);
  });
});

/** Returns a fan with two expired sign-ins whose tokens are still valid, as rows from before the rule may be. */
async function outlivingTokens() {
  const fan = await signUp(world);
  const password = await sealed(world, fan.password);
  const other = await world.call(login, { body: { email: fan.email, password } });
  await world.ownerPool.query(
    `UPDATE sign_in SET expires_at = begun_at + interval '1 minute'
      WHERE id IN (SELECT sign_in_id FROM session WHERE token_hash = ANY ($1))`,
    [[fan.token, other.data.token].map((token) => hashToken(token))],
  );
  world.clock.advance(2 * 60_000);
  expect([await statusWith(fan.token), await statusWith(other.data.token)]).toEqual([200, 200]);
  return { fan, otherToken: other.data.token };
}

describe('a token of a sign-in whose time is up', () => {
  it('ends by signing out', async () => {
    const { fan, otherToken } = await outlivingTokens();
    expect((await world.call(logout, { body: {}, headers: { token: fan.token } })).code).toBe(0);
    expect([await statusWith(fan.token), await statusWith(otherToken)]).toEqual([401, 200]);
  });

  it('ends by a change of the password', async () => {
    const { fan, otherToken } = await outlivingTokens();
    const changed = await world.call('POST /wallet/api/v1/userExpand/updateAccountPassword', {
      headers: { token: fan.token },
      body: {
        oldPassword: await sealed(world, fan.password),
        newPassword: await sealed(world, 'a new stage-light 43'),
      },
    });
    expect(changed.code).toBe(0);
    expect([await statusWith(fan.token), await statusWith(otherToken)]).toEqual([401, 401]);
    expect(await statusWith(changed.data.token)).toBe(200);
  });

  it('ends by signing out everywhere else', async () => {
    const { fan, otherToken } = await outlivingTokens();
    await world.call('POST /wallet/api/v1/user/endOtherSessions', { body: {}, headers: { token: fan.token } });
    expect([await statusWith(fan.token), await statusWith(otherToken)]).toEqual([200, 401]);
  });

  it('is not given: a token never outlives its sign-in', async () => {
    const fan = await signUp(world);
    // Within the first minute no further passport is given, and the sign-in is not prolonged.
    await world.ownerPool.query(
      `UPDATE sign_in SET expires_at = begun_at + interval '1 hour'
        WHERE id = (SELECT sign_in_id FROM session WHERE token_hash = $1)`,
      [hashToken(fan.token)],
    );
    const { data } = await resume(fan.passportToken);
    const { rows } = await world.ownerPool.query<{ both: boolean }>(
      `SELECT s.expires_at = i.expires_at AS both FROM session s JOIN sign_in i ON i.id = s.sign_in_id
        WHERE s.token_hash = $1`,
      [hashToken(data.token)],
    );
    expect(rows).toEqual([{ both: true }]);
  });
});

describe('what a fan may know', () => {
  it('is their own profile only', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    const ask = (accountId?: string) =>
      world.call(getUserInfo, { body: accountId === undefined ? {} : { accountId }, headers: { token: fan.token } });
    expect((await ask()).data).toEqual(fan.userInfo);
    expect((await ask(fan.userInfo.accountId)).data).toEqual(fan.userInfo);
    expect((await ask(other.userInfo.accountId)).status).toBe(403);
  });
});
