import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginSignIn } from '#/modules/identity/index.ts';
import { hashToken } from '#/lib/token.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { goodPassword, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const getSessions = 'POST /wallet/api/v1/user/getSessions';
const endSession = 'POST /wallet/api/v1/user/endSession';
const endOtherSessions = 'POST /wallet/api/v1/user/endOtherSessions';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(minuteMs));

async function signInAgain(email: string, headers: Readonly<Record<string, string>> = {}) {
  const body = { email, password: await sealed(world, goodPassword) };
  return (await world.call('POST /wallet/api/v1/user/login', { body, headers })).data;
}

async function listWith(token: string) {
  return (await world.call(getSessions, { body: {}, headers: { token } })).data.list;
}

async function statusWith(token: string): Promise<number> {
  return (await world.call(getUserInfo, { body: {}, headers: { token } })).status;
}

async function resumeStatus(passportToken: string): Promise<number> {
  const headers = { cookie: `passport=${passportToken}` };
  return (await world.call('POST /wallet/api/v1/user/session', { body: {}, headers })).status;
}

const end = (token: string, sessionId: string) => world.call(endSession, { body: { sessionId }, headers: { token } });
const endOthers = (token: string) => world.call(endOtherSessions, { body: {}, headers: { token } });

describe('the devices of a fan', () => {
  it('are described in words, this one first, and only the fan’s own', async () => {
    const fan = await signUp(world);
    await signUp(world);
    const begunAt = world.clock.now().toISOString();
    world.clock.advance(minuteMs);
    const { token } = await signInAgain(fan.email, { 'user-agent': phone, 'x-custom-device-type': 'H5' });
    world.clock.advance(minuteMs);
    await signInAgain(fan.email, { 'user-agent': 'Lightstick/1.0', 'x-custom-device-type': 'IOS' });
    const onPhone = { browser: 'Chrome', system: 'Android', deviceType: 'phone' };
    expect(await listWith(token)).toMatchObject([
      { current: true, ...onPhone },
      { current: false, browser: null, system: 'iOS', deviceType: 'phone' },
      { current: false, browser: null, system: null, deviceType: null, begunAt, lastSeenAt: begunAt },
    ]);
  });

  it('are no longer listed when they are signed out or expired', async () => {
    const fan = await signUp(world);
    const [second, third] = [await signInAgain(fan.email), await signInAgain(fan.email)];
    await world.call('POST /wallet/api/v1/user/logout', { body: {}, headers: { token: second.token } });
    expect(await listWith(third.token)).toHaveLength(2);
    world.clock.advance(30 * dayMs);
    const { token } = await signInAgain(fan.email);
    expect(await listWith(token)).toHaveLength(1);
  });

  it('keep no user agent and no address', async () => {
    const fan = await signUp(world);
    await signInAgain(fan.email, { 'user-agent': `${phone} Mina/7 (Samsung SM-S918B)` });
    const { rows } = await world.ownerPool.query<{ row: string }>('SELECT s::text AS row FROM sign_in s');
    expect(rows.map(({ row }) => row).join()).not.toMatch(/Mozilla|139\.0|SM-S918B|Mina|127\.0\.0\.1/);
  });

  it('were last seen when they called, to within five minutes', async () => {
    const fan = await signUp(world);
    const lastSeen = async () => (await listWith(fan.token))[0]?.lastSeenAt;
    const begunAt = world.clock.now().toISOString();
    world.clock.advance(5 * minuteMs - 1);
    await statusWith(fan.token);
    expect(await lastSeen()).toBe(begunAt);
    world.clock.advance(6_000);
    await statusWith(fan.token);
    await expect.poll(lastSeen).toBe(world.clock.now().toISOString());
  });

  it('were last seen when they got a fresh token', async () => {
    const fan = await signUp(world);
    const { token } = await signInAgain(fan.email);
    world.clock.advance(3 * minuteMs);
    await resumeStatus(fan.passportToken);
    expect((await listWith(token))[1]?.lastSeenAt).toBe(world.clock.now().toISOString());
  });

  it('are twenty at most: the one unseen for longest makes room', async () => {
    const fan = await signUp(world);
    const tokens = [fan.token];
    for (let n = 1; n < 20; n += 1) {
      world.clock.advance(minuteMs);
      tokens.push((await signInAgain(fan.email)).token);
    }
    world.clock.advance(minuteMs);
    await resumeStatus(fan.passportToken);
    const { token } = await signInAgain(fan.email);
    world.clock.advance(5_000);
    expect(await listWith(token)).toHaveLength(20);
    expect([await statusWith(tokens[0] ?? ''), await statusWith(tokens[1] ?? '')]).toEqual([200, 401]);
    expect(await statusWith(tokens[2] ?? '')).toBe(200);
  });

  it('are twenty of 40 that sign in at once', async () => {
    const fan = await world.given.fan();
    // The device that this fan came with was seen before the others, so it gives way to them.
    world.clock.advance(minuteMs);
    const device = { id: undefined, type: undefined, userAgent: undefined };
    const wish = { fanId: fan.id, device, now: world.clock.now() };
    await Promise.all(Array.from({ length: 40 }, () => world.db.transaction().execute((tx) => beginSignIn(tx, wish))));
    const live = await world.db
      .selectFrom('session')
      .select('kind')
      .where('fan_id', '=', fan.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(live.filter(({ kind }) => kind === 'passport').length).toBe(20);
  });

  it('are one for each browser: signing in again in it ends what it had before', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    const browser = { 'x-deviceid': randomUUID() };
    const before = await signInAgain(fan.email, browser);
    const others = await signInAgain(other.email, browser);
    const { token } = await signInAgain(fan.email, browser);
    world.clock.advance(5_000);
    expect([await statusWith(before.token), await resumeStatus(before.passportToken)]).toEqual([401, 401]);
    expect([await statusWith(fan.token), await statusWith(others.token)]).toEqual([200, 200]);
    expect(await listWith(token)).toHaveLength(2);
  });
});

describe('signing out on another device', () => {
  it('ends its token and its passport at once, and nothing else', async () => {
    const [fan, stranger] = [await signUp(world), await signUp(world)];
    const lost = await signInAgain(fan.email, { 'user-agent': phone });
    expect(await statusWith(lost.token)).toBe(200);
    const sessionId = (await listWith(fan.token)).find(({ current }) => !current)?.sessionId ?? '';
    expect((await end(fan.token, sessionId)).data).toEqual({});
    expect([await statusWith(lost.token), await resumeStatus(lost.passportToken)]).toEqual([401, 401]);
    expect([await statusWith(fan.token), await statusWith(stranger.token)]).toEqual([200, 200]);
    expect(await listWith(fan.token)).toHaveLength(1);
  });

  it('is done once by 40 calls at once', async () => {
    const fan = await signUp(world);
    await signInAgain(fan.email);
    const sessionId = (await listWith(fan.token))[1]?.sessionId ?? '';
    const replies = await Promise.all(Array.from({ length: 40 }, () => end(fan.token, sessionId)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.filter(({ refusal }) => refusal === 'SESSION_NOT_FOUND')).toHaveLength(39);
  });

  it('is refused alike for a device that is not there, is another fan’s, or has been signed out', async () => {
    const [fan, stranger] = [await signUp(world), await signUp(world)];
    await signInAgain(fan.email);
    const over = (await listWith(fan.token))[1]?.sessionId ?? '';
    await end(fan.token, over);
    const theirs = (await listWith(stranger.token))[0]?.sessionId ?? '';
    for (const sessionId of [randomUUID(), theirs, over]) {
      const reply = await changesNothing(world, () => end(fan.token, sessionId));
      expect([reply.refusal, reply.message]).toEqual(['SESSION_NOT_FOUND', 'That device is already signed out.']);
    }
    expect(await statusWith(stranger.token)).toBe(200);
  });

  it('is refused for an id that no session has', async () => {
    const fan = await signUp(world);
    for (const sessionId of ['', 'mine', `${randomUUID()}x`]) {
      expect((await changesNothing(world, () => end(fan.token, sessionId))).refusal).toBe('REQUEST_INVALID');
    }
  });
});

describe('signing out everywhere else', () => {
  it('ends every other device and returns their number, and a second time none', async () => {
    const [fan, stranger] = [await signUp(world), await signUp(world)];
    const others = [await signInAgain(fan.email), await signInAgain(fan.email)];
    expect((await endOthers(fan.token)).data).toEqual({ ended: 2 });
    for (const { token, passportToken } of others) {
      expect([await statusWith(token), await resumeStatus(passportToken)]).toEqual([401, 401]);
    }
    expect([await statusWith(fan.token), await statusWith(stranger.token)]).toEqual([200, 200]);
    expect((await changesNothing(world, () => endOthers(fan.token))).data).toEqual({ ended: 0 });
  });

  it('leaves one device of two that sign each other out at once', async () => {
    const fan = await signUp(world);
    const other = await signInAgain(fan.email);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => endOthers([fan, other][n % 2]?.token ?? '')),
    );
    expect(replies.reduce((sum, { data }) => sum + (data?.ended ?? 0), 0)).toBe(1);
    expect(new Set([await statusWith(fan.token), await statusWith(other.token)])).toEqual(new Set([200, 401]));
  });

  it('is not open to a device that was signed out, while this process has not heard of it', async () => {
    const fan = await signUp(world);
    const thief = await signInAgain(fan.email);
    expect(await statusWith(thief.token)).toBe(200);
    const { sign_in_id: signInId } = await world.db
      .selectFrom('session')
      .select('sign_in_id')
      .where('token_hash', '=', hashToken(thief.token))
      .executeTakeFirstOrThrow();
    const now = world.clock.now();
    await world.db.updateTable('session').set({ ended_at: now }).where('sign_in_id', '=', signInId).execute();
    await world.db.updateTable('sign_in').set({ ended_at: now }).where('id', '=', signInId).execute();
    const own = (await listWith(fan.token))[0]?.sessionId ?? '';
    expect((await changesNothing(world, () => endOthers(thief.token))).status).toBe(401);
    expect((await changesNothing(world, () => end(thief.token, own))).status).toBe(401);
  });
});

it.each([
  ['looking at devices', getSessions, {}],
  ['signing out on one', endSession, { sessionId: randomUUID() }],
  ['signing out everywhere else', endOtherSessions, {}],
] as const)('%s needs a session', async (_, route, body) => {
  expect((await changesNothing(world, () => world.call(route, { body } as never))).status).toBe(401);
});
