import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { tryToSignIn } from '../../world/sign-in.ts';
import { goodPassword, mailsTo, newEmail, receivedCode, sealed, signUp } from '../../world/sign-up.ts';
import { newWallet, signInByWallet, type TestWallet, walletChallenge } from '../../world/wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const updateEmail = 'POST /wallet/api/v1/userExpand/updateWeb3Email';
const minuteMs = 60_000;
const type = 3;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(10 * minuteMs));

/** Prepares a fan of a wallet account who holds a code from the address that they want to have. */
async function givenBinder() {
  const wallet = newWallet();
  const { token, userInfo } = await signInByWallet(world, wallet);
  const email = newEmail();
  return { wallet, token, userInfo, email, code: await receivedCode(world, email, { type, token }) };
}

type Binding = { readonly email: string; readonly code: string };

/** Signs the message that the server wrote with the wallet. */
async function signMessage(token: string, wallet: TestWallet, purpose: 'bindEmail' | 'leave' = 'bindEmail') {
  const { data } = await world.call(walletChallenge, { body: { purpose }, headers: { token } });
  return { message: data.message, signature: await wallet.sign(data.message) };
}

const tryTo = (token: string, body: Binding & { message: string; signature: string }) =>
  world.call(updateEmail, { body, headers: { token } });

async function expectRefusal(
  token: string,
  body: Binding & { message: string; signature: string },
  except: string[] = [],
) {
  return changesNothing(world, () => tryTo(token, body), { except });
}

const anotherCode = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

describe('a wallet account', () => {
  it('gets its first address by a code and a signature, and sends no other mail', async () => {
    const { wallet, token, userInfo, email, code } = await givenBinder();
    const { data } = await tryTo(token, { email: email.toUpperCase(), code, ...(await signMessage(token, wallet)) });
    expect(data).toEqual({ ...userInfo, email });
    expect(await mailsTo(world, email)).toHaveLength(1);
    expect((await signInByWallet(world, wallet)).userInfo).toEqual(data);
  });

  it('moves to another address, with a mail to the one before', async () => {
    const { wallet, token, email, code } = await givenBinder();
    await tryTo(token, { email, code, ...(await signMessage(token, wallet)) });
    world.clock.advance(minuteMs);
    const next = newEmail();
    const nextCode = await receivedCode(world, next, { type, token });
    const { data } = await tryTo(token, { email: next, code: nextCode, ...(await signMessage(token, wallet)) });
    expect(data.email).toBe(next);
    expect((await mailsTo(world, email))[0]?.subject).toBe('Your Lightstick email was changed');
  });

  it('gets a password by way of the address, and keeps its wallet', async () => {
    const { wallet, token, email, code, userInfo } = await givenBinder();
    await tryTo(token, { email, code, ...(await signMessage(token, wallet)) });
    world.clock.advance(minuteMs);
    const toReset = await receivedCode(world, email, { type: 2 });
    await world.call('POST /wallet/api/v1/user/forgotPassword', {
      body: { email, code: toReset, password: await sealed(world, goodPassword) },
    });
    const expected = { accountId: userInfo.accountId, hasPassword: true };
    expect((await tryToSignIn(world, email, goodPassword)).data.userInfo).toMatchObject(expected);
    expect((await signInByWallet(world, wallet)).userInfo).toMatchObject(expected);
  });
});

describe('a binding that is refused changes nothing', () => {
  it('without a token', async () => {
    const { wallet, token, email, code } = await givenBinder();
    const answer = await signMessage(token, wallet);
    expect((await expectRefusal('nobody', { email, code, ...answer })).status).toBe(401);
  });

  it('by another wallet, and then goes through by the right one', async () => {
    const { wallet, token, email, code } = await givenBinder();
    const forged = await signMessage(token, newWallet());
    expect((await expectRefusal(token, { email, code, ...forged })).refusal).toBe('WALLET_SIGNATURE_INVALID');
    const signature = await wallet.sign(forged.message);
    expect((await tryTo(token, { email, code, message: forged.message, signature })).refusal).toBeUndefined();
  });

  it('by a signature for something else, an expired one, or one that was used', async () => {
    const { wallet, token, email, code } = await givenBinder();
    const toLeave = await signMessage(token, wallet, 'leave');
    expect((await expectRefusal(token, { email, code, ...toLeave })).refusal).toBe('WALLET_CHALLENGE_INVALID');
    const late = await signMessage(token, wallet);
    world.clock.advance(5 * minuteMs);
    expect((await expectRefusal(token, { email, code, ...late })).refusal).toBe('WALLET_CHALLENGE_INVALID');
    const good = await signMessage(token, wallet);
    await tryTo(token, { email, code, ...good });
    const next = newEmail();
    const nextCode = await receivedCode(world, next, { type, token });
    const replayed = await expectRefusal(token, { email: next, code: nextCode, ...good });
    expect(replayed.refusal).toBe('WALLET_CHALLENGE_INVALID');
  });

  it('by a wrong code, which is counted', async () => {
    const { wallet, token, email, code } = await givenBinder();
    const answer = await signMessage(token, wallet);
    for (let n = 0; n < 5; n += 1) {
      const wrong = await expectRefusal(token, { email, code: anotherCode(code), ...answer }, ['mailed_code']);
      expect(wrong.refusal).toBe('CODE_INVALID');
    }
    expect((await expectRefusal(token, { email, code, ...answer })).refusal).toBe('CODE_EXHAUSTED');
  });

  it('to an address that another account has taken since', async () => {
    const { wallet, token, email, code } = await givenBinder();
    world.clock.advance(minuteMs);
    await signUp(world, email);
    const answer = await signMessage(token, wallet);
    expect((await expectRefusal(token, { email, code, ...answer })).refusal).toBe('EMAIL_TAKEN');
  });

  it('of an account that has no wallet', async () => {
    const { token } = await signUp(world);
    const email = newEmail();
    const code = await receivedCode(world, email, { type, token });
    const { message, signature } = await signMessage((await givenBinder()).token, newWallet());
    expect((await expectRefusal(token, { email, code, message, signature })).refusal).toBe('NOT_A_WALLET_ACCOUNT');
  });
});

it('of 40 bindings at once with the same code and signature, one goes through', async () => {
  const { wallet, token, email, code } = await givenBinder();
  const answer = await signMessage(token, wallet);
  const replies = await Promise.all(Array.from({ length: 40 }, () => tryTo(token, { email, code, ...answer })));
  expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
});
