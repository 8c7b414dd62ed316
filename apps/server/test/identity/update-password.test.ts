import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { isSignedIn, newAddress, tryToSignIn } from '../world/sign-in.ts';
import { goodPassword, mailsTo, newEmail, receivedCode, runJobs, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const updatePassword = 'POST /wallet/api/v1/userExpand/updateAccountPassword';
const session = 'POST /wallet/api/v1/user/session';
const minuteMs = 60_000;
const type = 4;
const newPassword = 'encore at 9 pm';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(24 * 60 * minuteMs + 1));

type Way = { readonly oldPassword: string } | { readonly code: string };

async function tryTo(token: string, way: Way, password = newPassword) {
  const proof = 'code' in way ? way : { oldPassword: await sealed(world, way.oldPassword) };
  return world.call(updatePassword, {
    body: { ...proof, newPassword: await sealed(world, password) },
    headers: { token, 'x-deviceid': randomUUID(), 'x-forwarded-for': newAddress() },
  });
}

async function givenFan() {
  const fan = await signUp(world);
  world.clock.advance(minuteMs);
  return fan;
}

async function givenFanWithCode() {
  const fan = await givenFan();
  return { ...fan, code: await receivedCode(world, fan.email, { type, token: fan.token }) };
}

/** Prepares a fan of a wallet account that has no password, with an address only if one is given. */
async function givenWalletFan(email: string | null) {
  const fan = await world.given.fan();
  const walletAddress = `0x${randomUUID().replaceAll('-', '')}abcdef02`;
  await world.db
    .updateTable('fan')
    .set({ kind: 'web3', wallet_address: walletAddress, password_hash: null, email })
    .where('id', '=', fan.id)
    .execute();
  return fan;
}

const anotherCode = (code: string, step = 1) => ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

describe('changing the password', () => {
  it.each(['old password', 'code'])('goes by %s, and keeps the fan signed in here', async (way) => {
    const fan = await givenFanWithCode();
    const reply = await tryTo(fan.token, way === 'code' ? { code: fan.code } : { oldPassword: goodPassword });
    expect(reply.data.userInfo).toEqual(fan.userInfo);
    expect(reply.headers['set-cookie']).toContain(`passport=${reply.data.passportToken}; `);
    expect(await isSignedIn(world, reply.data.token)).toBe(true);
    expect((await tryToSignIn(world, fan.email, goodPassword)).refusal).toBe('WRONG_CREDENTIALS');
    expect((await tryToSignIn(world, fan.email, newPassword)).refusal).toBeUndefined();
  });

  it('ends every session that there was, this one too', async () => {
    const fan = await givenFan();
    const elsewhere = (await tryToSignIn(world, fan.email, goodPassword)).data;
    expect(await isSignedIn(world, elsewhere.token)).toBe(true);
    const { data } = await tryTo(fan.token, { oldPassword: goodPassword });
    for (const token of [fan.token, elsewhere.token]) expect(await isSignedIn(world, token)).toBe(false);
    for (const passport of [fan.passportToken, elsewhere.passportToken]) {
      const resumed = await world.call(session, { body: {}, headers: { cookie: `passport=${passport}` } });
      expect(resumed.status).toBe(401);
    }
    const resumed = await world.call(session, { body: {}, headers: { cookie: `passport=${data.passportToken}` } });
    expect(resumed.status).toBe(200);
  });

  it('is reported to the fan by mail', async () => {
    const fan = await givenFan();
    await tryTo(fan.token, { oldPassword: goodPassword });
    const [notice] = await mailsTo(world, fan.email);
    expect(notice?.subject).toBe('Your Lightstick password was changed');
    expect(notice?.text_body).toMatch(/^When: [A-Z][a-z]+ \d+(st|nd|rd|th), \d{4}, \d\d:\d\d \(\w+\)$/m);
  });

  it('gives a wallet account with an address a password, by a code', async () => {
    const email = newEmail();
    const fan = await givenWalletFan(email);
    const code = await receivedCode(world, email, { type, token: fan.token });
    expect((await tryTo(fan.token, { code })).data.userInfo).toMatchObject({ accountKind: 'web3', hasPassword: true });
    expect((await tryToSignIn(world, email, newPassword)).refusal).toBeUndefined();
  });

  it('restarts the count of wrong passwords', async () => {
    const fan = await givenFan();
    for (let n = 0; n < 4; n += 1) await tryTo(fan.token, { oldPassword: 'wrong password 1' });
    const { data } = await tryTo(fan.token, { oldPassword: goodPassword });
    for (let n = 0; n < 4; n += 1) {
      expect((await tryTo(data.token, { oldPassword: 'wrong password 1' })).refusal).toBe('WRONG_PASSWORD');
    }
  });
});

describe('a change that is refused changes nothing', () => {
  it('without a token', async () => {
    expect((await changesNothing(world, () => tryTo('nobody', { oldPassword: goodPassword }))).status).toBe(401);
  });

  it('by a wrong password, which is counted apart from those at the sign-in', async () => {
    const { email, token } = await givenFan();
    const wrong = () => tryTo(token, { oldPassword: 'wrong password 1' });
    for (let n = 0; n < 5; n += 1) expect((await changesNothing(world, wrong)).refusal).toBe('WRONG_PASSWORD');
    const paused = await changesNothing(world, () => tryTo(token, { oldPassword: goodPassword }));
    expect(paused.refusal).toBe('TOO_MANY_ATTEMPTS');
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBeUndefined();
  });

  it('by a wrong code, which is counted', async () => {
    const { token, code } = await givenFanWithCode();
    const wrong = () => tryTo(token, { code: anotherCode(code) });
    for (let n = 0; n < 5; n += 1) {
      expect((await changesNothing(world, wrong, { except: ['mailed_code'] })).refusal).toBe('CODE_INVALID');
    }
    expect((await changesNothing(world, () => tryTo(token, { code }))).refusal).toBe('CODE_EXHAUSTED');
  });

  it('by a code of another purpose, or one that expired or was used', async () => {
    const fan = await givenFan();
    for (const other of [2, 5]) {
      const code = await receivedCode(world, fan.email, { type: other, token: fan.token });
      expect((await changesNothing(world, () => tryTo(fan.token, { code }))).refusal).toBe('CODE_INVALID');
      world.clock.advance(minuteMs);
    }
    const code = await receivedCode(world, fan.email, { type, token: fan.token });
    const { token } = (await tryTo(fan.token, { code })).data;
    expect((await changesNothing(world, () => tryTo(token, { code }))).refusal).toBe('CODE_INVALID');
    await runJobs(world);
    world.clock.advance(minuteMs);
    const late = await receivedCode(world, fan.email, { type, token });
    world.clock.advance(10 * minuteMs);
    expect((await changesNothing(world, () => tryTo(token, { code: late }))).refusal).toBe('CODE_INVALID');
  });

  it('by the code of another fan', async () => {
    const { code } = await givenFanWithCode();
    const other = await givenFan();
    expect((await changesNothing(world, () => tryTo(other.token, { code }))).refusal).toBe('CODE_INVALID');
  });

  it('to a weak password, by either way', async () => {
    const { email, token, code } = await givenFanWithCode();
    for (const way of [{ code }, { oldPassword: goodPassword }]) {
      for (const weak of ['short 1', email, 'Password2026!']) {
        expect((await changesNothing(world, () => tryTo(token, way, weak))).refusal).toBe('WEAK_PASSWORD');
      }
    }
  });

  it('by a password that the account has not, or with an address that it has not', async () => {
    const bound = await givenWalletFan(newEmail());
    const bare = await givenWalletFan(null);
    const byPassword = await changesNothing(world, () => tryTo(bound.token, { oldPassword: goodPassword }));
    expect(byPassword.refusal).toBe('PASSWORD_MISSING');
    for (const way of [{ code: '123456' }, { oldPassword: goodPassword }]) {
      expect((await changesNothing(world, () => tryTo(bare.token, way))).refusal).toBe('EMAIL_MISSING');
    }
  });

  it('by both ways or none', async () => {
    const { token, code } = await givenFanWithCode();
    const secrets = { oldPassword: await sealed(world, goodPassword), newPassword: await sealed(world, newPassword) };
    for (const body of [{ ...secrets, code }, { newPassword: secrets.newPassword }]) {
      const refused = await changesNothing(world, () => world.call(updatePassword, { body, headers: { token } }));
      expect(refused.refusal).toBe('REQUEST_INVALID');
      expect(refused.message).toContain('oldPassword: ');
      expect(refused.message).toContain('must be given, or else code, but not both');
    }
  });

  it('by secrets that were recorded on their way, or sealed under no key of ours', async () => {
    const { token } = await givenFan();
    const send = async (body: { oldPassword: object; newPassword: object }) =>
      changesNothing(world, () => world.call(updatePassword, { body: body as never, headers: { token } }));
    const body = { oldPassword: await sealed(world, goodPassword), newPassword: await sealed(world, 'short 1') };
    expect((await send(body)).refusal).toBe('WEAK_PASSWORD');
    expect((await send(body)).refusal).toBe('SECRET_UNREADABLE');
    const foreign = { keyId: 'nobody', ciphertext: 'AAAA' };
    const retired = await send({ oldPassword: foreign, newPassword: await sealed(world, newPassword) });
    expect(retired.refusal).toBe('SECRET_KEY_RETIRED');
  });
});

describe('of 40 changes at once', () => {
  it('with the same code, one goes through', async () => {
    const { email, token, code } = await givenFanWithCode();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => tryTo(token, { code }, `song number ${n}!`)),
    );
    const through = replies.flatMap((reply, n) => (reply.code === 0 ? [n] : []));
    expect(through).toHaveLength(1);
    const refusals = new Set(replies.map(({ refusal }) => refusal));
    expect(
      [...refusals].filter(Boolean).every((name) => ['CODE_INVALID', 'UNAUTHENTICATED'].includes(name ?? '')),
    ).toBe(true);
    expect((await tryToSignIn(world, email, `song number ${through[0]}!`)).refusal).toBeUndefined();
    const live = await world.db
      .selectFrom('session')
      .innerJoin('fan', 'fan.id', 'session.fan_id')
      .select('session.kind')
      .where('fan.email', '=', email)
      .where('session.ended_at', 'is', null)
      .where('session.created_at', '<=', world.clock.now())
      .execute();
    expect(live.length).toBeGreaterThan(0);
  });

  it('by the same password, one succeeds, and at most five are checked', async () => {
    const { email, token } = await givenFan();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => tryTo(token, { oldPassword: goodPassword }, `song number ${n}!`)),
    );
    const through = replies.flatMap((reply, n) => (reply.code === 0 ? [n] : []));
    expect(through).toHaveLength(1);
    expect((await tryToSignIn(world, email, `song number ${through[0]}!`)).refusal).toBeUndefined();
    const notices = (await mailsTo(world, email)).filter(({ subject }) => subject.includes('password was changed'));
    expect(notices).toHaveLength(1);
  });
});
