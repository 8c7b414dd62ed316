import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { isSignedIn, tryToSignIn } from '../world/sign-in.ts';
import { askForCode, goodPassword, mailsTo, newEmail, receivedCode, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const forgotPassword = 'POST /wallet/api/v1/user/forgotPassword';
const session = 'POST /wallet/api/v1/user/session';
const minuteMs = 60_000;
const type = 2;
const newPassword = 'encore at 9 pm';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(10 * minuteMs));

/** Prepares a fan who has forgotten their password, with the code that was mailed. */
async function givenForgetful() {
  const fan = await signUp(world);
  world.clock.advance(minuteMs);
  return { ...fan, code: await receivedCode(world, fan.email, { type }) };
}

async function tryTo(email: string, code: string, password = newPassword) {
  return world.call(forgotPassword, { body: { email, code, password: await sealed(world, password) } });
}

const anotherCode = (code: string, step = 1) => ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

describe('a forgotten password', () => {
  it('is replaced by a new one, however the address is spelt', async () => {
    const { email, code, userInfo } = await givenForgetful();
    expect((await tryTo(email.toUpperCase(), code)).data).toEqual({});
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBe('WRONG_CREDENTIALS');
    expect((await tryToSignIn(world, email, newPassword)).data.userInfo).toEqual(userInfo);
  });

  it('ends every session of the account at once, and of no other', async () => {
    const { email, code, token, passportToken } = await givenForgetful();
    const elsewhere = (await tryToSignIn(world, email, goodPassword)).data.token;
    const other = await signUp(world);
    expect(await isSignedIn(world, token)).toBe(true);
    await tryTo(email, code);
    expect([await isSignedIn(world, token), await isSignedIn(world, elsewhere)]).toEqual([false, false]);
    const resumed = await world.call(session, { body: {}, headers: { cookie: `passport=${passportToken}` } });
    expect(resumed.status).toBe(401);
    expect(await isSignedIn(world, other.token)).toBe(true);
  });

  it('leaves no session that the old password begins at the same time', async () => {
    const { email, code } = await givenForgetful();
    const [, ...signedIn] = await Promise.all([
      tryTo(email, code),
      ...Array.from({ length: 4 }, () => tryToSignIn(world, email, goodPassword)),
    ]);
    for (const { data } of signedIn) if (data) expect(await isSignedIn(world, data.token)).toBe(false);
    const { data } = await tryToSignIn(world, email, newPassword);
    expect(await isSignedIn(world, data.token)).toBe(true);
  });

  it('ends the pause after wrong passwords', async () => {
    const { email, code } = await givenForgetful();
    for (let n = 0; n < 5; n += 1) await tryToSignIn(world, email, 'wrong password 1');
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
    await tryTo(email, code);
    expect((await tryToSignIn(world, email, newPassword)).refusal).toBeUndefined();
  });

  it('is reported to the fan by mail, in their own language, with the time and what to do', async () => {
    const { email, code } = await givenForgetful();
    await world.db.updateTable('fan').set({ language: 'zh_TW' }).where('email', '=', email).execute();
    const before = await mailsTo(world, email);
    world.clock.advance(1000);
    await tryTo(email, code);
    const [notice, ...others] = await mailsTo(world, email);
    expect(others).toEqual(before);
    expect(notice?.subject).toBe('你的 Lightstick 密碼已變更');
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Taipei', year: 'numeric' }).format(world.clock.now());
    expect(notice?.text_body).toContain(`時間：${year}年`);
    expect(notice?.text_body).toContain('/forgot-password');
    expect(notice?.text_body).not.toContain(code);
    expect(notice?.text_body).not.toMatch(/\b\d{6}\b/);
  });

  it('gives a wallet account with an address its first password', async () => {
    const fan = await world.given.fan();
    const walletAddress = `0x${'5'.repeat(40)}`;
    await world.db
      .updateTable('fan')
      .set({ kind: 'web3', wallet_address: walletAddress, password_hash: null })
      .where('id', '=', fan.id)
      .execute();
    await tryTo(fan.email, await receivedCode(world, fan.email, { type }));
    const { data } = await tryToSignIn(world, fan.email, newPassword);
    expect(data.userInfo).toMatchObject({ accountKind: 'web3', walletAddress, hasPassword: true });
  });
});

describe('a new password that is refused changes nothing', () => {
  it.each(['short 1', 'lettersonly', 'Password2026!'])('as it is weak: %s', async (password) => {
    const { email, code } = await givenForgetful();
    expect((await changesNothing(world, () => tryTo(email, code, password))).refusal).toBe('WEAK_PASSWORD');
    expect((await tryTo(email, code)).refusal).toBeUndefined();
  });

  it('as it is the address', async () => {
    const { email, code } = await givenForgetful();
    expect((await changesNothing(world, () => tryTo(email, code, email))).refusal).toBe('WEAK_PASSWORD');
  });

  it('with a code that was never sent, or to an address without an account', async () => {
    const { email } = await signUp(world);
    expect((await changesNothing(world, () => tryTo(email, '123456'))).refusal).toBe('CODE_INVALID');
    const stranger = newEmail();
    await askForCode(world, stranger, { type });
    expect((await tryTo(stranger, '123456')).refusal).toBe('CODE_INVALID');
  });

  it('with a wrong code, which is counted', async () => {
    const { email, code } = await givenForgetful();
    const guessWrong = () => tryTo(email, anotherCode(code));
    for (let n = 0; n < 5; n += 1) {
      expect((await changesNothing(world, guessWrong, { except: ['mailed_code'] })).refusal).toBe('CODE_INVALID');
    }
    expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_EXHAUSTED');
  });

  it('after ten minutes', async () => {
    const { email, code } = await givenForgetful();
    world.clock.advance(10 * minuteMs);
    expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_INVALID');
  });

  it('with a code of another purpose', async () => {
    const { email, token } = await signUp(world);
    for (const other of [4, 5]) {
      world.clock.advance(minuteMs);
      const code = await receivedCode(world, email, { type: other, token });
      expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_INVALID');
    }
  });

  it('with a code of another fan', async () => {
    const [fan, other] = [await givenForgetful(), await givenForgetful()];
    const refused = await changesNothing(world, () => tryTo(fan.email, other.code), { except: ['mailed_code'] });
    expect(refused.refusal).toBe('CODE_INVALID');
  });

  it('with a secret that was recorded on its way, or sealed under no key of ours', async () => {
    const { email, code } = await givenForgetful();
    const password = await sealed(world, 'short 1');
    await world.call(forgotPassword, { body: { email, code, password } });
    const replayed = await changesNothing(world, () => world.call(forgotPassword, { body: { email, code, password } }));
    expect(replayed.refusal).toBe('SECRET_UNREADABLE');
    const foreign = { email, code, password: { keyId: 'nobody', ciphertext: 'AAAA' } };
    const retired = await changesNothing(world, () => world.call(forgotPassword, { body: foreign }));
    expect(retired.refusal).toBe('SECRET_KEY_RETIRED');
  });

  it('with a code that was used', async () => {
    const { email, code } = await givenForgetful();
    await tryTo(email, code);
    expect((await changesNothing(world, () => tryTo(email, code, 'another song 7'))).refusal).toBe('CODE_INVALID');
    expect((await tryToSignIn(world, email, newPassword)).refusal).toBeUndefined();
  });

  it('with the code of an address that the account has left', async () => {
    const { email, code } = await givenForgetful();
    await world.db.updateTable('fan').set({ email: newEmail() }).where('email', '=', email).execute();
    expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_INVALID');
  });
});

it('of 40 who use a code at once, one sets the password', async () => {
  const { email, code } = await givenForgetful();
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => tryTo(email, code, `song number ${n}!`)));
  expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
  expect(replies.filter((reply) => reply.refusal === 'CODE_INVALID')).toHaveLength(39);
  const winner = replies.findIndex((reply) => reply.code === 0);
  expect((await tryToSignIn(world, email, `song number ${winner}!`)).refusal).toBeUndefined();
  const notices = (await mailsTo(world, email)).filter(({ subject }) => subject.includes('password was changed'));
  expect(notices).toHaveLength(1);
});
