import type { RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, humanToken, mailsTo, newEmail, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, routes, sendCall } from './send-call.ts';

/** A fan, and the code that was mailed to the address they would like to have. */
type Fan = Awaited<ReturnType<typeof fanWithCode>>;
/** What a call with a password in it is sent. */
type GuessedCall = (fan: Fan, password: Awaited<ReturnType<typeof sealed>>) => Promise<object> | object;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(60_000));

const guessedCalls: Partial<Record<RouteName, GuessedCall>> = {
  'POST /wallet/api/v1/user/login': ({ email }, password) => ({ email, password }),
  'POST /wallet/api/v1/userExpand/updateAccountPassword': async (_fan, oldPassword) => ({
    oldPassword,
    newPassword: await sealed(world, 'encore-after-encore 7'),
  }),
  'POST /wallet/api/v1/userExpand/updateAccountEmail': ({ wanted, code }, password) => ({
    email: wanted,
    code,
    password,
  }),
};
const guessed = Object.keys(guessedCalls) as RouteName[];

async function fanWithCode() {
  const fan = await signUp(world);
  const wanted = newEmail();
  world.clock.advance(60_000);
  await world.call('GET /wallet/api/v1/user/sendEmail', {
    query: { email: wanted, type: 3, googleRecaptchaToken: await humanToken(world) },
    headers: { token: fan.token },
  });
  const [mail] = await mailsTo(world, wanted);
  return { ...fan, wanted, code: /\b\d{6}\b/.exec(mail?.text_body ?? '')?.[0] ?? 'no code' };
}

let lastNetwork = 0;
/** Guesses from a new network each time, so that only the account can be paused. */
async function guess(route: RouteName, fan: Fan, password: string) {
  const made = guessedCalls[route];
  if (!made) throw new Error(`${route} takes no password`);
  lastNetwork += 1;
  return sendCall(world, route, {
    body: await made(fan, await sealed(world, password)),
    headers: { token: fan.token, 'x-forwarded-for': `10.7.${lastNetwork >> 8}.${lastNetwork & 255}` },
  });
}

const wrong = ['WRONG_CREDENTIALS', 'WRONG_PASSWORD'];
const isWrong = ({ refusal = '' }: { refusal?: string | undefined }) => wrong.includes(refusal);

it('every call that tells a wrong password is guessed at here', () => {
  const telling = routes.filter((route) => endpointOf(route).errors.some((name) => wrong.includes(name)));
  expect(guessed.toSorted()).toEqual(telling.toSorted());
});

describe.each(guessed)('a password asked for by %s', (route) => {
  it('can be guessed at five times; then not even the right one is looked at for a while', async () => {
    const fan = await fanWithCode();
    for (let n = 1; n <= 5; n += 1) expect(isWrong(await guess(route, fan, `wrong password ${n}`))).toBe(true);
    expect((await guess(route, fan, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
    world.clock.advance(5_000);
    expect((await guess(route, fan, goodPassword)).refusal).not.toBe('TOO_MANY_ATTEMPTS');
  });

  it('can be guessed at five times by 40 guesses at once', async () => {
    const fan = await fanWithCode();
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(route, fan, `wrong password ${n}`)));
    expect(replies.filter(isWrong).length).toBeLessThanOrEqual(5);
    expect(replies.filter((reply) => isWrong(reply) || reply.refusal === 'TOO_MANY_ATTEMPTS')).toHaveLength(40);
  });
});

const signedInCalls = guessed.filter((route) => endpointOf(route).auth === 'fan');

it('guesses of a signed-in fan are counted together, whichever call they are made by', async () => {
  const fan = await fanWithCode();
  const refusals: (string | undefined)[] = [];
  for (let n = 0; n < 6; n += 1) {
    const route = signedInCalls[n % signedInCalls.length] as RouteName;
    refusals.push((await guess(route, fan, `wrong password ${n}`)).refusal);
  }
  expect(refusals.filter((refusal = '') => wrong.includes(refusal))).toHaveLength(5);
  expect(refusals.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});

it.each(signedInCalls)('guesses of strangers do not keep a signed-in fan from %s', async (route) => {
  const fan = await fanWithCode();
  for (let n = 0; n < 6; n += 1) await guess('POST /wallet/api/v1/user/login', fan, `wrong password ${n}`);
  expect((await guess('POST /wallet/api/v1/user/login', fan, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
  expect((await guess(route, fan, goodPassword)).refusal).toBeUndefined();
});
