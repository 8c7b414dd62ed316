import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { deviceCookieAfter, guessAsStrangers as strangersGuess, newAddress, tryToSignIn } from '../world/sign-in.ts';
import { askForCode, goodPassword, humanToken, newEmail, receivedCode, runJobs, signUp } from '../world/sign-up.ts';
import { messageFor, newWallet, signInByWallet, walletLogin } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

const mailCodeLogin = 'POST /wallet/api/v1/user/mailCodeLogin';
const minuteMs = 60_000;
const signInType = 6;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(24 * 60 * minuteMs + 1));

const tryTo = (email: string, password: string, cookie?: string) => tryToSignIn(world, email, password, cookie);
const guessAsStrangers = (email: string) => strangersGuess(world, email);

/** Prepares a fan, and the cookie of the browser that has signed in to the account. */
async function givenKnownDevice() {
  const { email, token } = await signUp(world);
  return { email, token, cookie: deviceCookieAfter(await tryTo(email, goodPassword)) };
}

describe('wrong passwords of strangers', () => {
  it('make strangers wait, and keep no browser out that has signed in before', async () => {
    const { email, cookie } = await givenKnownDevice();
    expect((await guessAsStrangers(email)).filter((refusal) => refusal === 'WRONG_CREDENTIALS')).toHaveLength(5);
    expect((await tryTo(email, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
    expect((await tryTo(email, 'wrong password 1', cookie)).refusal).toBe('WRONG_CREDENTIALS');
    expect((await tryTo(email, goodPassword, cookie)).refusal).toBeUndefined();
  });

  it('keep waiting after the known browser has signed in', async () => {
    const { email, cookie } = await givenKnownDevice();
    await guessAsStrangers(email);
    await tryTo(email, goodPassword, cookie);
    expect((await tryTo(email, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
  });

  it('keep no owner out of a new browser who asks for a code', async () => {
    const { email } = await givenKnownDevice();
    await guessAsStrangers(email);
    const code = await receivedCode(world, email, { type: signInType });
    expect((await world.call(mailCodeLogin, { body: { email, code } })).refusal).toBeUndefined();
  });
});

describe('a browser that has signed in before', () => {
  it('is known as well when it has signed in by the wallet of the account', async () => {
    const [wallet, { email }] = [newWallet(), await signUp(world)];
    const { userInfo } = await signInByWallet(world, wallet);
    const own = await world.db.selectFrom('fan').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    await world.db.updateTable('fan').set({ email: newEmail() }).where('id', '=', own.id).execute();
    await world.db
      .updateTable('fan')
      .set({ email, password_hash: own.password_hash })
      .where('fan_code', '=', userInfo.fanCode)
      .execute();
    await guessAsStrangers(email);
    const message = await messageFor(world, wallet.address);
    const body = { message, signature: await wallet.sign(message) };
    const cookie = deviceCookieAfter(await world.call(walletLogin, { body }));
    expect((await tryTo(email, goodPassword, cookie)).refusal).toBeUndefined();
  });

  it('has five wrong passwords of its own, then waits', async () => {
    const { email, cookie } = await givenKnownDevice();
    for (let n = 0; n < 5; n += 1) {
      expect((await tryTo(email, `wrong password ${n}`, cookie)).refusal).toBe('WRONG_CREDENTIALS');
    }
    expect((await tryTo(email, goodPassword, cookie)).refusal).toBe('TOO_MANY_ATTEMPTS');
    world.clock.advance(5_000);
    expect((await tryTo(email, goodPassword, cookie)).refusal).toBeUndefined();
  });

  it('has five of 40 guesses at once looked at', async () => {
    const { email, cookie } = await givenKnownDevice();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => tryTo(email, `wrong password ${n}`, cookie)),
    );
    expect(replies.filter(({ refusal }) => refusal === 'WRONG_CREDENTIALS')).toHaveLength(5);
  });

  it('is known to that account only', async () => {
    const [own, other] = [await givenKnownDevice(), await givenKnownDevice()];
    await guessAsStrangers(other.email);
    expect((await tryTo(other.email, goodPassword, own.cookie)).refusal).toBe('TOO_MANY_ATTEMPTS');
  });

  it('is not made up', async () => {
    const { email, cookie } = await givenKnownDevice();
    const [nonce = '', proof = ''] = cookie.replace('device=', '').split('.');
    await guessAsStrangers(email);
    for (const forged of [
      `${proof}.${nonce}`,
      `${nonce.slice(0, -1)}A.${proof}x`,
      `${'A'.repeat(43)}.${proof}`,
      nonce,
    ]) {
      expect((await tryTo(email, goodPassword, `device=${forged}`)).refusal).toBe('TOO_MANY_ATTEMPTS');
    }
  });

  it('is known to the last four accounts that signed in on it', async () => {
    const fans = await Array.fromAsync({ length: 5 }, () => signUp(world));
    let cookie: string | undefined;
    for (const { email } of fans) cookie = deviceCookieAfter(await tryTo(email, goodPassword, cookie));
    for (const [index, { email }] of fans.entries()) {
      await guessAsStrangers(email);
      const expected = index === 0 ? 'TOO_MANY_ATTEMPTS' : undefined;
      expect((await tryTo(email, goodPassword, cookie)).refusal).toBe(expected);
    }
  });

  it('keeps a cookie that scripts and other sites cannot use', async () => {
    const { email } = await signUp(world);
    const set = [(await tryTo(email, goodPassword)).headers['set-cookie']].flat().map(String);
    const device = set.find((line) => line.startsWith('device='));
    expect(device).toMatch(/; Max-Age=31536000; Path=\/wallet\/api\/v1\/user; HttpOnly; SameSite=Strict$/);
    expect(device).not.toContain(email);
  });
});

describe('codes that strangers ask for', () => {
  it('replace no code of the owner', async () => {
    const { email } = await signUp(world);
    const device = randomUUID();
    const code = await receivedCode(world, email, { type: signInType, device });
    for (let n = 0; n < 3; n += 1) {
      const asked = await askForCode(world, email, { type: signInType, network: newAddress() });
      expect(asked.refusal).toBeUndefined();
    }
    const reply = await world.call(mailCodeLogin, { body: { email, code }, headers: { 'x-deviceid': device } });
    expect(reply.refusal).toBeUndefined();
  });

  it('and their wrong codes leave the guesses of the owner’s device', async () => {
    const { email } = await signUp(world);
    const [device, stranger] = [randomUUID(), randomUUID()];
    const code = await receivedCode(world, email, { type: signInType, device });
    await askForCode(world, email, { type: signInType, device: stranger, network: newAddress() });
    const guess = (typed: string, from: string) =>
      world.call(mailCodeLogin, { body: { email, code: typed }, headers: { 'x-deviceid': from } });
    const wrong = code === '000000' ? '000001' : '000000';
    const refusals = [];
    for (let n = 0; n < 12; n += 1) refusals.push((await guess(wrong, stranger)).refusal);
    expect(refusals.filter((refusal) => refusal === 'CODE_EXHAUSTED')).toHaveLength(7);
    expect((await guess(code, stranger)).refusal, 'even the right one').toBe('CODE_EXHAUSTED');
    expect((await guess(wrong, device)).refusal).toBe('CODE_INVALID');
    expect((await guess(code, device)).refusal).toBeUndefined();
  });

  it('do not make the owner’s network wait', async () => {
    const { email } = await signUp(world);
    await askForCode(world, email, { type: signInType, network: newAddress() });
    const own = await askForCode(world, email, { type: signInType, network: newAddress() });
    expect(own.refusal).toBeUndefined();
  });

  it('keep no owner out of a new browser, who comes from another network and finds the password way shut', async () => {
    const { email } = await givenKnownDevice();
    await guessAsStrangers(email);
    const networks = [newAddress(), newAddress()];
    for (let n = 0; n < 20; n += 1) {
      const asked = await askForCode(world, email, { type: signInType, network: networks[n % 2] ?? '' });
      expect(asked.refusal).toBeUndefined();
      world.clock.advance(minuteMs);
    }
    for (const network of networks) {
      const stranger = () => askForCode(world, email, { type: signInType, network });
      expect((await changesNothing(world, stranger)).refusal).toBe('CODES_USED_UP');
    }
    await guessAsStrangers(email);
    expect((await tryTo(email, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
    // Mails that are delivered at one instant have no order.
    await runJobs(world);
    world.clock.advance(1);
    const [network, device] = [newAddress(), randomUUID()];
    const code = await receivedCode(world, email, { type: signInType, network, device });
    const headers = { 'x-deviceid': device, 'x-forwarded-for': network };
    expect((await world.call(mailCodeLogin, { body: { email, code }, headers })).refusal).toBeUndefined();
    expect((await tryTo(email, goodPassword)).refusal).toBeUndefined();
  });

  it('use up neither the codes of a known browser nor those of a signed-in fan', async () => {
    const { email, token, cookie } = await givenKnownDevice();
    await askForCode(world, email, { type: signInType, network: newAddress() });
    // As many as strangers get, from whatever networks.
    await world.db.updateTable('mail_code_day').set({ most: 100, sent: 100 }).execute();
    const stranger = () => askForCode(world, email, { type: signInType, network: newAddress() });
    expect((await changesNothing(world, stranger)).refusal).toBe('CODES_USED_UP');
    expect((await askForCode(world, email, { type: signInType, cookie })).refusal).toBeUndefined();
    expect((await askForCode(world, email, { type: 4, token })).refusal).toBeUndefined();
  });

  it('cannot come without end by a known browser either', async () => {
    const { email, cookie } = await givenKnownDevice();
    const ask = () => askForCode(world, email, { type: signInType, cookie });
    for (let n = 0; n < 20; n += 1) {
      expect((await ask()).refusal).toBeUndefined();
      expect((await changesNothing(world, ask)).refusal).toBe('CODE_TOO_SOON');
      world.clock.advance(minuteMs);
    }
    expect((await changesNothing(world, ask)).refusal).toBe('CODES_USED_UP');
  });
});

describe('mail to many addresses', () => {
  let limited: World;
  beforeAll(async () => {
    limited = await createWorld({ environment: { TRUST_PROXY: 'true' } });
  });
  afterAll(() => limited[Symbol.asyncDispose]());

  const ask = (network: string, options = {}) => askForCode(limited, newEmail(), { network, ...options });

  it('from one network is slowed: five at once, then one a second', async () => {
    const network = newAddress();
    const sent = [];
    for (let n = 0; n < 10; n += 1) {
      sent.push((await ask(network)).refusal);
      limited.clock.advance(300);
    }
    expect(sent.filter((refusal) => refusal === undefined)).toHaveLength(7);
    limited.clock.advance(5_000);
    for (let n = 0; n < 5; n += 1) expect((await ask(network)).refusal).toBeUndefined();
    const refused = await changesNothing(limited, () => ask(network, { language: 'zh_TW' }));
    expect([refused.status, refused.refusal, refused.message]).toEqual([
      429,
      'MAILS_TOO_FAST',
      '你的網路索取驗證碼的次數過多，請在 1 秒後再試。',
    ]);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await ask(network)).message).toBe('Too many codes requested from your network. Try again in 1 second.');
    limited.clock.advance(1_000);
    expect((await ask(network)).refusal).toBeUndefined();
  });

  it('from one network slows no other, and no signed-in fan there', async () => {
    const network = newAddress();
    const { email, token } = await signUp(limited);
    for (let n = 0; n < 6; n += 1) await ask(network);
    expect((await ask(network)).refusal).toBe('MAILS_TOO_FAST');
    expect((await ask(newAddress())).refusal).toBeUndefined();
    expect((await askForCode(limited, email, { type: 4, token, network })).refusal).toBeUndefined();
  });

  it('lets five of 40 at once through', async () => {
    const network = newAddress();
    const replies = await Promise.all(Array.from({ length: 40 }, (_, port) => ask(`${network}:${40_001 + port}`)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(5);
  });

  it('that is slowed costs no human check', async () => {
    const network = newAddress();
    for (let n = 0; n < 5; n += 1) await ask(network);
    const proof = await humanToken(limited);
    const query = { email: newEmail(), googleRecaptchaToken: proof };
    const again = () =>
      limited.call('GET /wallet/api/v1/user/sendEmail', { query, headers: { 'x-forwarded-for': network } });
    expect((await again()).refusal).toBe('MAILS_TOO_FAST');
    limited.clock.advance(1_000);
    expect((await again()).refusal).toBeUndefined();
  });
});
