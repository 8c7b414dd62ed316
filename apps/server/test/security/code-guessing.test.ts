import { randomUUID } from 'node:crypto';
import type { RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { givenKeyPair } from '../world/given-key-pair.ts';
import { goodPassword, humanToken, mailsTo, newEmail, sealed, signUp } from '../world/sign-up.ts';
import { newWallet, signInByWallet, type TestWallet, walletChallenge } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, routes, sendCall } from './send-call.ts';
import { wholeDatabase } from '../world/whole-database.ts';

/** Who has signed up by email, or by a wallet. */
type Fan = {
  readonly token: string;
  readonly fanCode: string;
  readonly email: string | undefined;
  readonly wallet: TestWallet | undefined;
};
/** A recipient of a mailed code; `email` is the address. */
type Subject = { readonly fan: Fan; readonly email: string };
type GuessedCall = {
  /** The `type` of sendEmail. */
  readonly type: number;
  /** Whether the code goes to an address that no account has. */
  readonly toNewAddress: boolean;
  /** Whether it is for fans who came by a wallet. */
  readonly byWallet?: true;
  /** Whether the call leaves the code usable, so that it can be repeated. */
  readonly keepsCode?: true;
  readonly body: (subject: Subject, code: string) => Promise<object>;
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  await givenKeyPair(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(60_000));

const registerRoute = 'POST /wallet/api/v1/user/register';
const checkRoute = 'POST /wallet/api/v1/user/checkRegisterCode';

const newPassword = () => sealed(world, 'encore-after-encore 7');

/** Signs a challenge by the fan's wallet; returns a placeholder of that shape for a fan without one. */
async function signBy({ token, wallet }: Fan): Promise<{ message: string; signature: string }> {
  if (!wallet) return { message: 'none', signature: '0xab' };
  const { data } = await world.call(walletChallenge, { body: { purpose: 'bindEmail' }, headers: { token } });
  return { message: data.message, signature: await wallet.sign(data.message) };
}

/** Every call that a mailed code opens, and how a guess at it is made. */
const guessedCalls: Partial<Record<RouteName, GuessedCall>> = {
  'POST /wallet/api/v1/user/register': {
    type: 1,
    toNewAddress: true,
    body: async ({ email }, code) => ({ email, code, password: await newPassword() }),
  },
  'POST /wallet/api/v1/user/checkRegisterCode': {
    type: 1,
    toNewAddress: true,
    keepsCode: true,
    body: async ({ email }, code) => Promise.resolve({ email, code }),
  },
  'POST /wallet/api/v1/user/mailCodeLogin': {
    type: 6,
    toNewAddress: false,
    body: async ({ email }, code) => Promise.resolve({ email, code }),
  },
  'POST /wallet/api/v1/user/forgotPassword': {
    type: 2,
    toNewAddress: false,
    body: async ({ email }, code) => ({ email, code, password: await newPassword() }),
  },
  'POST /wallet/api/v1/userExpand/updateAccountEmail': {
    type: 3,
    toNewAddress: true,
    body: async ({ email }, code) => ({ email, code, password: await sealed(world, goodPassword) }),
  },
  'POST /wallet/api/v1/userExpand/updateAccountPassword': {
    type: 4,
    toNewAddress: false,
    body: async (_subject, code) => ({ code, newPassword: await newPassword() }),
  },
  'POST /wallet/api/v1/user/deleteUser': {
    type: 5,
    toNewAddress: false,
    body: async ({ fan }, code) => ({ confirm: fan.fanCode, code }),
  },
  'POST /wallet/api/v1/userExpand/updateWeb3Email': {
    type: 3,
    toNewAddress: true,
    byWallet: true,
    body: async ({ fan, email }, code) => ({ email, code, ...(await signBy(fan)) }),
  },
  // The first of its two calls, which check the code alike; `identity/link-wallet.test.ts` has the second.
  'POST /wallet/api/v1/userExpand/linkWallet': {
    type: 8,
    toNewAddress: false,
    keepsCode: true,
    body: async (_subject, code) => Promise.resolve({ address: newWallet().address, code }),
  },
};
const guessed = Object.keys(guessedCalls) as RouteName[];

function callOf(route: RouteName): GuessedCall {
  const call = guessedCalls[route];
  if (!call) throw new Error(`${route} has no guess`);
  return call;
}

async function newFan({ byWallet }: GuessedCall): Promise<Fan> {
  const wallet = byWallet && newWallet();
  const { token, userInfo } = await (wallet ? signInByWallet(world, wallet) : signUp(world));
  world.clock.advance(60_000);
  return { token, fanCode: userInfo.fanCode, email: userInfo.email ?? undefined, wallet };
}

/** Returns the address that gets the call's code. */
const addressFor = ({ toNewAddress }: GuessedCall, fan: Fan) => (toNewAddress || !fan.email ? newEmail() : fan.email);

/** Prepares a separate fan, and the code that was mailed for the call. */
async function mailFor(route: RouteName) {
  const call = callOf(route);
  const { type } = call;
  const fan = await newFan(call);
  const email = addressFor(call, fan);
  const device = randomUUID();
  const sent = await world.call('GET /wallet/api/v1/user/sendEmail', {
    query: { email, type, googleRecaptchaToken: await humanToken(world) },
    headers: { token: fan.token, 'x-deviceid': device },
  });
  expect(sent.refusal).toBeUndefined();
  const [newest] = await mailsTo(world, email);
  const code = /\b\d{6}\b/.exec(newest?.text_body ?? '')?.[0] ?? 'no code';
  return { subject: { fan, email }, code, device };
}

/** Guesses from a device; without one, anonymously. */
async function guess(route: RouteName, subject: Subject, code: string, device?: string) {
  const body = await callOf(route).body(subject, code);
  return sendCall(world, route, {
    body,
    headers: { token: subject.fan.token, ...(device && { 'x-deviceid': device }) },
  });
}

/** How a code of another purpose is refused: an account that confirms by other means does not come as far as the code. */
const otherMeans = [
  'CODE_INVALID',
  'NOT_A_WALLET_ACCOUNT',
  'NOT_AN_EMAIL_ACCOUNT',
  'PASSWORD_MISSING',
  'EMAIL_MISSING',
  'REQUEST_INVALID',
];

/** Returns six digits other than the code; different ones for each step. */
function wrongCode(code: string, step: number): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0');
}

/**
 * Reads what a guess may change: the counts of guesses, of the code and of the network, and what was spent before it.
 */
async function effects() {
  const {
    'public.mailed_code': _codes,
    'public.sign_in_attempt': _attempts,
    'public.secret_nonce': _nonces,
    'public.wallet_challenge': _challenges,
    ...rest
  } = await wholeDatabase(world.ownerPool);
  return rest;
}

it('every call that takes a mailed code is guessed at here', () => {
  const takesCode = routes.filter((route) => {
    const shape = endpointOf(route).body;
    const shapes = shape instanceof z.ZodUnion ? shape.options : [shape];
    return shapes.some((one) => {
      const field = one instanceof z.ZodObject ? (one.shape['code'] as z.ZodType | undefined) : undefined;
      return field?.safeParse('123456').success && !field.safeParse('a').success;
    });
  });
  expect(guessed.toSorted()).toEqual(takesCode.toSorted());
});

describe('a device that calls without end does not affect others on its network', () => {
  let limited: World;
  beforeAll(async () => {
    limited = await createWorld();
  });
  afterAll(() => limited[Symbol.asyncDispose]());

  it.each(guessed)('from %s', async (route) => {
    const askFrom = (device: string) => sendCall(limited, route, { body: {}, headers: { 'x-deviceid': device } });
    const replies = await Promise.all(Array.from({ length: 25 }, () => askFrom('the rival')));
    expect(replies.filter(({ refusal }) => refusal === 'TOO_MANY_REQUESTS')).toHaveLength(5);
    expect((await askFrom('a fan')).refusal).not.toBe('TOO_MANY_REQUESTS');
  });
});

describe.each(guessed)('a mailed code of %s', (route) => {
  it('can be guessed at five times; then not even the right one opens anything', async () => {
    const { subject, code } = await mailFor(route);
    const before = await effects();
    for (let step = 1; step <= 5; step += 1) {
      expect((await guess(route, subject, wrongCode(code, step))).refusal).toBe('CODE_INVALID');
    }
    expect((await guess(route, subject, code)).refusal).toBe('CODE_EXHAUSTED');
    expect(await effects()).toEqual(before);
  });

  it('can be guessed at five times by 40 guesses at once', async () => {
    const { subject, code } = await mailFor(route);
    const before = await effects();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, step) => guess(route, subject, wrongCode(code, step + 1))),
    );
    const refusals = replies.map(({ refusal }) => refusal);
    expect(refusals.filter((refusal) => refusal === 'CODE_INVALID')).toHaveLength(5);
    expect(refusals.filter((refusal) => refusal === 'CODE_EXHAUSTED')).toHaveLength(35);
    expect((await guess(route, subject, code)).refusal).toBe('CODE_EXHAUSTED');
    expect(await effects()).toEqual(before);
  });

  it('is not used up by guesses from other networks: it opens its call to the device that asked for it', async () => {
    const { subject, code, device } = await mailFor(route);
    for (let step = 1; step <= 5; step += 1) {
      expect((await guess(route, subject, wrongCode(code, step), randomUUID())).refusal).toBe('CODE_INVALID');
    }
    expect((await guess(route, subject, code, randomUUID())).refusal).toBe('CODE_EXHAUSTED');
    expect((await guess(route, subject, wrongCode(code, 6), device)).refusal).toBe('CODE_INVALID');
    expect((await guess(route, subject, code, device)).status).toBe(200);
  });

  it('can be guessed five times by the device that asked for it, also concurrently', async () => {
    const { subject, code, device } = await mailFor(route);
    const before = await effects();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, step) => guess(route, subject, wrongCode(code, step + 1), device)),
    );
    expect(replies.filter(({ refusal }) => refusal === 'CODE_INVALID')).toHaveLength(5);
    expect((await guess(route, subject, code, device)).refusal).toBe('CODE_EXHAUSTED');
    expect(await effects()).toEqual(before);
  });

  it('opens no other call, and opens its own once', async () => {
    const { subject, code } = await mailFor(route);
    const before = await effects();
    // Both calls of registering take its code.
    const registering: readonly RouteName[] = [registerRoute, checkRoute];
    const isSame = (other: RouteName) => other === route || [other, route].every((one) => registering.includes(one));
    for (const other of guessed.filter((one) => !isSame(one))) {
      const { refusal } = await guess(other, subject, code);
      expect(otherMeans).toContain(refusal);
    }
    expect(await effects()).toEqual(before);
    expect((await guess(route, subject, code)).status).toBe(200);
    const after = await effects();
    if (callOf(route).keepsCode) return expect(after).toEqual(before);
    // The call may have ended the session; then the code is not checked.
    const again = await guess(route, subject, code);
    expect(['CODE_INVALID', 'EMAIL_TAKEN', 'UNAUTHENTICATED']).toContain(again.refusal);
    expect(await effects()).toEqual(after);
  });

  it('belongs to one fan: the right digits open nothing for another', async () => {
    const { code } = await mailFor(route);
    const thief = await newFan(callOf(route));
    const before = await effects();
    const stolen = await guess(route, { fan: thief, email: addressFor(callOf(route), thief) }, code);
    expect(stolen.refusal).toBe('CODE_INVALID');
    expect(await effects()).toEqual(before);
  });
});
