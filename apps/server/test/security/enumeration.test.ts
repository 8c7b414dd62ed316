import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#/config/settings.ts';
import { goodPassword, humanToken, newEmail, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { type Answer, sendCall } from './send-call.ts';

const login = 'POST /wallet/api/v1/user/login';
const sendEmail = 'GET /wallet/api/v1/user/sendEmail';
const forgotPassword = 'POST /wallet/api/v1/user/forgotPassword';

let world: World;
let known: string;
beforeAll(async () => {
  // The clock could tell a hash that is left out, so hashes take here what they take of a server.
  const { passwordCost } = parseSettings({ NODE_ENV: 'test' }, process.cwd());
  world = await createWorld({
    environment: { RATE_LIMIT_FACTOR: '100000', TRUST_PROXY: 'true' },
    settings: { passwordCost },
  });
  known = (await signUp(world)).email;
});
afterAll(() => world[Symbol.asyncDispose]());
// So that no pause after failures, and none between two mails, is in the way.
beforeEach(() => world.clock.advance(24 * 60 * 60_000 + 1));

let lastAddress = 0;
const fromAnywhere = () => {
  lastAddress += 1;
  return { 'x-forwarded-for': `10.9.${lastAddress >> 8}.${lastAddress & 255}`, 'x-deviceid': randomUUID() };
};

const signInAt = async (email: string) =>
  sendCall(world, login, {
    body: { email, password: await sealed(world, 'wrong password 1') },
    headers: fromAnywhere(),
  });
const askForMail = async (email: string, type: number) =>
  sendCall(world, sendEmail, {
    query: { email, type, googleRecaptchaToken: await humanToken(world) },
    headers: fromAnywhere(),
  });
const codeCalls = {
  1: 'POST /wallet/api/v1/user/checkRegisterCode',
  6: 'POST /wallet/api/v1/user/mailCodeLogin',
} as const;
const tryCodeAt = (email: string, type: keyof typeof codeCalls) =>
  sendCall(world, codeCalls[type], { body: { email, code: '000000' }, headers: fromAnywhere() });
const resetAt = async (email: string) =>
  sendCall(world, forgotPassword, {
    body: { email, code: '000000', password: await sealed(world, goodPassword) },
    headers: fromAnywhere(),
  });

/** Removes from an answer what is new with every request. */
function withoutChance({ status, headers, text }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers as Record<string, unknown>;
  return { status, headers: rest, text };
}

describe('whether an address has an account', () => {
  it('does not stand in the answer to a sign-in', async () => {
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const [there, nowhere] = [await signInAt(known), await signInAt(`${attempt}-of-nobody@example.com`)];
      if (attempt <= 5) expect(withoutChance(there)).toEqual(withoutChance(nowhere));
      else expect(there.refusal).toBe('TOO_MANY_ATTEMPTS');
    }
    const nobody = newEmail();
    for (let attempt = 1; attempt <= 5; attempt += 1) await signInAt(nobody);
    expect(withoutChance(await signInAt(known))).toEqual(withoutChance(await signInAt(nobody)));
  });

  it.each([1, 2, 6])('does not stand in the answer to asking for a mail of type %i', async (type) => {
    const [there, nowhere] = [await askForMail(known, type), await askForMail(newEmail(), type)];
    expect(there.status).toBe(200);
    expect(withoutChance(there)).toEqual(withoutChance(nowhere));
  });

  it.each([1, 6] as const)(
    'does not stand in the answers to codes of type %i, with or without a mail before',
    async (type) => {
      const nobody = newEmail();
      expect(withoutChance(await tryCodeAt(known, type))).toEqual(withoutChance(await tryCodeAt(nobody, type)));
      for (const email of [known, nobody]) expect((await askForMail(email, type)).status).toBe(200);
      for (let guess = 1; guess <= 7; guess += 1) {
        const [there, nowhere] = [await tryCodeAt(known, type), await tryCodeAt(nobody, type)];
        expect(there.refusal).toBe(guess <= 5 ? 'CODE_INVALID' : 'CODE_EXHAUSTED');
        expect(withoutChance(there)).toEqual(withoutChance(nowhere));
      }
    },
  );

  it('does not stand in the answers to a reset of the password, with or without a mail before', async () => {
    const nobody = newEmail();
    expect(withoutChance(await resetAt(known))).toEqual(withoutChance(await resetAt(nobody)));
    for (const email of [known, nobody]) expect((await askForMail(email, 2)).status).toBe(200);
    for (let guess = 1; guess <= 7; guess += 1) {
      const [there, nowhere] = [await resetAt(known), await resetAt(nobody)];
      expect(there.refusal).toBe(guess <= 5 ? 'CODE_INVALID' : 'CODE_EXHAUSTED');
      expect(withoutChance(there)).toEqual(withoutChance(nowhere));
    }
  });
});

/**
 * Compares response times by rank: the share of interleaved pairs whose first time exceeds `slack` times the second. Equal
 * work gives at most a half, extra work nearly all.
 */
async function shareLonger(one: () => Promise<unknown>, other: () => Promise<unknown>, pairs: number, slack: number) {
  const [ones, others]: [number[], number[]] = [[], []];
  const timeAct = async (act: () => Promise<unknown>, into: number[]) => {
    const from = performance.now();
    await act();
    into.push(performance.now() - from);
  };
  for (let n = 0; n < pairs; n += 1) {
    const order = n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const side of order) await (side === 0 ? timeAct(one, ones) : timeAct(other, others));
  }
  const share = (long: readonly number[], short: readonly number[]) =>
    long.flatMap((a) => short.filter((b) => a > slack * b)).length / (pairs * pairs);
  return { firstLonger: share(ones, others), secondLonger: share(others, ones) };
}

/**
 * One answer that the machine held up takes a share of the comparisons along: one in `pairs`. Sides that are alike do not come
 * near, with the slack.
 */
const nearlyAll = 0.85;
const pairs = 16;
/** Cheap to make, and enough for seven answers that the machine held up. */
const controlPairs = 48;
/**
 * The tolerated difference: below a third it is lost on any network; a leak, such as a hash left out, is many times
 * that.
 */
const slack = 1.33;

describe('whether an address has an account can hardly be told by the clock', () => {
  it('when signing in', async () => {
    const fans = await Array.fromAsync({ length: pairs }, async () => (await signUp(world)).email);
    const attempt = async (email: string) => {
      const body = { email, password: await sealed(world, 'wrong password 1') };
      const headers = fromAnywhere();
      return () => sendCall(world, login, { body, headers });
    };
    const there = await Promise.all(fans.map(attempt));
    const nowhere = await Promise.all(fans.map(() => attempt(newEmail())));
    const next = (attempts: (() => Promise<Answer>)[]) => async () => attempts.pop()?.();
    const { firstLonger, secondLonger } = await shareLonger(next(there), next(nowhere), pairs, slack);
    expect(Math.max(firstLonger, secondLonger)).toBeLessThan(nearlyAll);
  });

  it('when asking for a mail to set a new password', async () => {
    const fans = await Array.fromAsync({ length: pairs }, async () => (await signUp(world)).email);
    world.clock.advance(60_000);
    const request = async (email: string) => {
      const query = { email, type: 2, googleRecaptchaToken: await humanToken(world) };
      const headers = fromAnywhere();
      return () => sendCall(world, sendEmail, { query, headers });
    };
    const there = await Promise.all(fans.map(request));
    const nowhere = await Promise.all(fans.map(() => request(newEmail())));
    const next = (requests: (() => Promise<Answer>)[]) => async () => requests.pop()?.();
    const { firstLonger, secondLonger } = await shareLonger(next(there), next(nowhere), pairs, slack);
    expect(Math.max(firstLonger, secondLonger)).toBeLessThan(nearlyAll);
  });

  it('which this way of looking would have told, had a hash been left out', async () => {
    const { services } = world;
    const { createPasswordHasher } = await import('#/modules/identity/password-hasher.ts');
    const hasher = createPasswordHasher(services.settings.passwordCost);
    const hash = await hasher.hash(goodPassword);
    const look = () => services.db.selectFrom('fan').select('id').where('email', '=', known).execute();
    const { firstLonger } = await shareLonger(
      async () => {
        await look();
        await hasher.verify(hash, 'wrong password 1');
      },
      look,
      controlPairs,
      slack,
    );
    expect(firstLonger).toBeGreaterThan(nearlyAll);
  });
});
