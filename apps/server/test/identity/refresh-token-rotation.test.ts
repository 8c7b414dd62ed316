import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#/lib/token.ts';
import { goodPassword, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const session = 'POST /wallet/api/v1/user/session';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: 'https://vote.example.com' } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Comes with a passport, and tells what there is afterwards: a token, and the passport to keep. */
async function comeWith(passport: string) {
  const { status, data, headers } = await world.call(session, {
    body: {},
    headers: { cookie: `passport=${passport}` },
  });
  const set = [headers['set-cookie']].flat().map(String);
  const cookie = set.find((line) => line.startsWith('passport='));
  return { status, token: data?.token, cookie, passport: cookie && /^passport=([^;]+)/.exec(cookie)?.[1] };
}

async function statusWith(token: string): Promise<number> {
  return (await world.call(getUserInfo, { body: {}, headers: { token } })).status;
}

/** Comes with a passport that is old enough to be replaced, and gives the next. */
async function nextAfter(passport: string): Promise<string> {
  world.clock.advance(minuteMs);
  const next = (await comeWith(passport)).passport;
  if (!next) throw new Error('There is no next passport');
  return next;
}

async function signInOf(passport: string) {
  const secretHash = hashToken(passport.split('.', 1)[0] ?? '');
  return world.db.selectFrom('sign_in').selectAll().where('secret_hash', '=', secretHash).executeTakeFirstOrThrow();
}

async function liveSessionsOf(passport: string) {
  const { id } = await signInOf(passport);
  return world.db
    .selectFrom('session')
    .select('kind')
    .where('sign_in_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

describe('a passport that is used', () => {
  it('is replaced by one for the same place, that scripts cannot read', async () => {
    const { passportToken } = await signUp(world);
    world.clock.advance(minuteMs);
    const { cookie, passport } = await comeWith(passportToken);
    expect(passport).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    expect(passport).not.toBe(passportToken);
    expect(cookie).toBe(
      `passport=${passport}; Max-Age=2592000; Path=/wallet/api/v1/user/session; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('is valid within its first minute, so that quick successive calls change nothing', async () => {
    const { passportToken } = await signUp(world);
    world.clock.advance(minuteMs - 1);
    expect(await comeWith(passportToken)).toMatchObject({ status: 200, cookie: undefined });
  });

  it('is good again when the answer to it was lost', async () => {
    const { passportToken } = await signUp(world);
    const lost = await nextAfter(passportToken);
    world.clock.advance(3 * dayMs);
    const second = await comeWith(passportToken);
    expect(second).toMatchObject({ status: 200, passport: expect.any(String) as string });
    expect(second.passport).not.toBe(lost);
    await nextAfter(second.passport ?? '');
    expect((await comeWith(second.passport ?? '')).status).toBe(200);
  });

  it('stays good until the next has been used for a minute, so that tabs do not sign each other out', async () => {
    const { passportToken } = await signUp(world);
    const next = await nextAfter(passportToken);
    world.clock.advance(minuteMs - 1);
    expect((await comeWith(next)).status).toBe(200);
    expect((await comeWith(passportToken)).status).toBe(200);
  });

  it('goes on for 30 days from each use, and for 180 days in all', async () => {
    const { passportToken } = await signUp(world);
    let passport = passportToken;
    for (let day = 25; day < 180; day += 25) {
      world.clock.advance(25 * dayMs - minuteMs);
      passport = await nextAfter(passport);
    }
    // 175 days have gone by.
    const { token } = await comeWith(passport);
    expect(await statusWith(token)).toBe(200);
    world.clock.advance(5 * dayMs - 2 * minuteMs);
    const last = await comeWith(passport);
    expect(await statusWith(last.token)).toBe(200);
    world.clock.advance(2 * minuteMs);
    expect(await statusWith(last.token)).toBe(401);
    expect((await comeWith(passport)).status).toBe(401);
    expect((await comeWith(last.passport ?? passport)).status).toBe(401);
  });

  it('leaves at most 32 tokens and nine passports of 40 tabs that come at once, and answers all of them', async () => {
    const { passportToken, token } = await signUp(world);
    world.clock.advance(minuteMs);
    const tabs = await Promise.all(Array.from({ length: 40 }, () => comeWith(passportToken)));
    expect(tabs.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const live = await liveSessionsOf(passportToken);
    expect(live.filter(({ kind }) => kind === 'token')).toHaveLength(32);
    expect(live.filter(({ kind }) => kind === 'passport')).toHaveLength(9);
    expect(await statusWith(token), 'the oldest token makes room').toBe(401);

    const given = tabs.flatMap(({ passport }) => passport ?? []);
    expect(new Set(given).size).toBe(8);
    world.clock.advance(minuteMs);
    const again = await Promise.all(Array.from({ length: 40 }, () => comeWith(given[5] ?? '')));
    expect(again.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });
});

describe('a passport that was copied', () => {
  it('ends the sign-in as soon as both have used what they got for it', async () => {
    const fan = await signUp(world);
    const thief = await nextAfter(fan.passportToken);
    const { passport: own, token } = await comeWith(fan.passportToken);
    const thiefNext = await nextAfter(thief);
    const { token: thiefToken } = await comeWith(thiefNext);
    expect(await statusWith(thiefToken)).toBe(200);

    expect((await comeWith(own ?? '')).status).toBe(401);
    expect([await statusWith(token), await statusWith(thiefToken), await statusWith(fan.token)]).toEqual([
      401, 401, 401,
    ]);
    for (const passport of [fan.passportToken, thief, thiefNext]) expect((await comeWith(passport)).status).toBe(401);
    expect(await liveSessionsOf(fan.passportToken)).toEqual([]);
  });

  it('ends the sign-in when its owner returns after the thief has moved on, any number of times', async () => {
    const fan = await signUp(world);
    let thief = fan.passportToken;
    for (let n = 0; n < 30; n += 1) thief = await nextAfter(thief);
    expect((await comeWith(fan.passportToken)).status).toBe(401);
    expect((await comeWith(thief)).status).toBe(401);
  });

  it('is noticed once by 40 who use it at once, and no other sign-in ends', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    const { data: phone } = await world.call('POST /wallet/api/v1/user/login', {
      body: { email: fan.email, password: await sealed(world, goodPassword) },
    });
    await nextAfter(await nextAfter(fan.passportToken));
    const answers = await Promise.all(Array.from({ length: 40 }, () => comeWith(fan.passportToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(401));
    expect((await signInOf(fan.passportToken)).ended_at).toEqual(world.clock.now());
    expect(await statusWith(fan.token)).toBe(401);
    expect([await statusWith(phone.token), await statusWith(other.token)]).toEqual([200, 200]);
  });

  it('is not believed in by guessing: without the half that all of a sign-in share nothing ends', async () => {
    const fan = await signUp(world);
    const own = fan.passportToken.split('.')[1];
    for (const passport of [`${'x'.repeat(43)}.${own}`, String(own), `.${own}`, '.', 'x.y.z']) {
      expect((await comeWith(passport)).status).toBe(401);
    }
    expect(await statusWith(fan.token)).toBe(200);
  });
});

describe('a sign-in', () => {
  it('never takes on a token or a passport that the client brought', async () => {
    const [fan, attacker] = [await signUp(world), await signUp(world)];
    const chosen = 'x'.repeat(43);
    for (const [token, passport] of [
      [attacker.token, attacker.passportToken],
      [chosen, `${chosen}.${chosen}`],
    ] as const) {
      const { data, headers } = await world.call('POST /wallet/api/v1/user/login', {
        body: { email: fan.email, password: await sealed(world, goodPassword) },
        headers: { token, cookie: `passport=${passport}; token=${token}` },
      });
      expect(data.userInfo.accountId).toBe(fan.userInfo.accountId);
      expect([data.token, data.passportToken]).not.toEqual(expect.arrayContaining([token]));
      expect(String(headers['set-cookie'])).not.toContain(passport);
    }
    expect(await statusWith(chosen)).toBe(401);
    const { data } = await world.call(getUserInfo, { body: {}, headers: { token: attacker.token } });
    expect(data.accountId).toBe(attacker.userInfo.accountId);
  });
});

describe('a passport from before there were halves', () => {
  it('is good and is replaced like any other', async () => {
    const fan = await world.given.fan();
    const passport = 'p'.repeat(43);
    const now = world.clock.now();
    const signIn = { id: crypto.randomUUID(), expires_at: new Date(now.getTime() + 30 * dayMs) };
    const secretHash = hashToken(passport);
    await world.db
      .insertInto('sign_in')
      .values({ ...signIn, fan_id: fan.id, secret_hash: secretHash, begun_at: now, last_seen_at: now })
      .execute();
    await world.db
      .insertInto('session')
      .values({
        token_hash: secretHash,
        kind: 'passport',
        sign_in_id: signIn.id,
        fan_id: fan.id,
        created_at: now,
        expires_at: signIn.expires_at,
      })
      .execute();
    const next = await nextAfter(passport);
    expect(next.startsWith(`${passport}.`)).toBe(true);
    await nextAfter(next);
    expect((await comeWith(passport)).status).toBe(401);
    expect((await comeWith(next)).status).toBe(401);
  });
});
