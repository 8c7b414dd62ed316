import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deviceCookieAfter, guessAsStrangers, newAddress, tryToSignIn } from '../world/sign-in.ts';
import { goodPassword, newEmail, receivedCode, registerFan, sealed, signUp } from '../world/sign-up.ts';
import { newWallet, signInByWallet, walletChallenge } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(10 * minuteMs));

/** Signs in when strangers have used up their attempts: as one of them, and from the browser with the cookie. */
async function attemptsAt(email: string, cookie: string) {
  await guessAsStrangers(world, email);
  const stranger = await tryToSignIn(world, email, goodPassword);
  return { stranger: stranger.refusal, browser: (await tryToSignIn(world, email, goodPassword, cookie)).refusal };
}

const ofItsOwn = { stranger: 'TOO_MANY_ATTEMPTS', browser: undefined };

/** Renews the session by its passport, from a browser with these other cookies. */
const renew = (passportToken: string, cookie = '') =>
  world.call('POST /wallet/api/v1/user/session', {
    body: {},
    headers: { cookie: `passport=${passportToken}; ${cookie}` },
  });

describe('a browser is known to the account', () => {
  it('that was opened on it', async () => {
    const { email, headers } = await registerFan(world);
    expect(await attemptsAt(email, deviceCookieAfter({ headers }))).toEqual(ofItsOwn);
  });

  it('that it has signed in to by a mailed code', async () => {
    const { email } = await signUp(world);
    const body = { email, code: await receivedCode(world, email, { type: 6 }) };
    const reply = await world.call('POST /wallet/api/v1/user/mailCodeLogin', { body });
    expect(await attemptsAt(email, deviceCookieAfter(reply))).toEqual(ofItsOwn);
  });

  it('whose password was reset on it', async () => {
    const { email } = await signUp(world);
    const code = await receivedCode(world, email, { type: 2 });
    const body = { email, code, password: await sealed(world, goodPassword) };
    const reply = await world.call('POST /wallet/api/v1/user/forgotPassword', { body });
    expect(await attemptsAt(email, deviceCookieAfter(reply))).toEqual(ofItsOwn);
  });

  it('whose session it renews, though it signed in before there was a cookie', async () => {
    const { email, passportToken } = await signUp(world);
    expect(await attemptsAt(email, deviceCookieAfter(await renew(passportToken)))).toEqual(ofItsOwn);
  });

  it('whose session it renews, and to those that it was known to', async () => {
    const [before, fan] = [await signUp(world), await signUp(world)];
    const cookie = deviceCookieAfter(await tryToSignIn(world, before.email, goodPassword));
    const both = deviceCookieAfter(await renew(fan.passportToken, cookie));
    for (const { email } of [before, fan]) expect(await attemptsAt(email, both)).toEqual(ofItsOwn);
  });

  it('that has another email since, as soon as it renews the session', async () => {
    const { email: former, token, passportToken } = await signUp(world);
    const cookie = deviceCookieAfter(await tryToSignIn(world, former, goodPassword));
    const email = newEmail();
    const code = await receivedCode(world, email, { type: 3, token, network: newAddress() });
    const body = { email, code, password: await sealed(world, goodPassword) };
    const headers = { token };
    const changed = await world.call('POST /wallet/api/v1/userExpand/updateAccountEmail', { body, headers });
    expect(changed.refusal).toBeUndefined();
    expect(await attemptsAt(email, deviceCookieAfter(await renew(passportToken, cookie)))).toEqual(ofItsOwn);
  });

  it('of a wallet that has its first email since, as soon as it renews the session', async () => {
    const wallet = newWallet();
    const { token, passportToken } = await signInByWallet(world, wallet);
    expect(String((await renew(passportToken)).headers['set-cookie'])).not.toContain('device=');
    const email = newEmail();
    const code = await receivedCode(world, email, { type: 3, token, network: newAddress() });
    const headers = { token };
    const { data } = await world.call(walletChallenge, { body: { purpose: 'bindEmail' }, headers });
    const body = { email, code, message: data.message, signature: await wallet.sign(data.message) };
    const bound = await world.call('POST /wallet/api/v1/userExpand/updateWeb3Email', { body, headers });
    expect(bound.refusal).toBeUndefined();
    const cookie = deviceCookieAfter(await renew(passportToken));
    await guessAsStrangers(world, email);
    expect((await tryToSignIn(world, email, 'a wrong one', cookie)).refusal).toBe('WRONG_CREDENTIALS');
  });
});
