import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { deviceCookieAfter, newAddress } from '../world/sign-in.ts';
import { goodPassword, newEmail, receivedCode, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const secondMs = 1_000;
const dayMs = 24 * 60 * 60 * secondMs;
const signInType = 6;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(dayMs + 1));

/**
 * Prepares a fan with a mailed code. Each has a separate network for the mail, because mails are counted by network.
 */
async function givenMailed(type = signInType) {
  const { email } = type === 1 ? { email: newEmail() } : await signUp(world);
  const device = randomUUID();
  const code = await receivedCode(world, email, { type, device, network: newAddress() });
  return { email, code, device };
}

type Mailed = Awaited<ReturnType<typeof givenMailed>>;
type Typed = { readonly code: string; readonly device?: string; readonly cookie?: string };

function signInFrom(network: string, { email }: Mailed, { code, device = randomUUID(), cookie }: Typed) {
  const headers = { 'x-forwarded-for': network, 'x-deviceid': device, ...(cookie === undefined ? {} : { cookie }) };
  return world.call('POST /wallet/api/v1/user/mailCodeLogin', { body: { email, code }, headers });
}

const wrongCode = (code: string, step: number) => String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** Enters as many wrong codes as one mail allows: five of its device, and five of all others. Returns the refusals. */
async function guessAt(network: string, mailed: Mailed, times = 10): Promise<(string | undefined)[]> {
  const refusals = [];
  for (let step = 1; step <= times; step += 1) {
    const device = step <= 5 ? mailed.device : randomUUID();
    refusals.push((await signInFrom(network, mailed, { code: wrongCode(mailed.code, step), device })).refusal);
  }
  return refusals;
}

/** Puts in place what wrong codes of a network leave, at one address instead of many. */
async function givenWrongCodes(network: string, wrongCodes: number): Promise<void> {
  expect(await guessAt(network, await givenMailed(), 1)).toEqual(['CODE_INVALID']);
  const rows = world.db.updateTable('sign_in_attempt').set({ wrong_codes: wrongCodes });
  await rows.where('attempted_at', '=', world.clock.now()).where('wrong_codes', '=', 1).execute();
}

describe('a network that guesses at the codes of many addresses', () => {
  it('waits from the two hundredth wrong code on, longer and longer, and no other network does', async () => {
    const network = newAddress();
    for (let addresses = 0; addresses < 20; addresses += 1) {
      expect(new Set(await guessAt(network, await givenMailed()))).toEqual(new Set(['CODE_INVALID']));
    }
    for (const seconds of [5, 10, 20]) {
      const fan = await givenMailed();
      world.clock.advance((seconds - 1) * secondMs);
      const early = () => signInFrom(network, fan, fan);
      expect((await changesNothing(world, early)).refusal).toBe('TOO_MANY_ATTEMPTS');
      world.clock.advance(secondMs);
      expect(await guessAt(network, fan, 1)).toEqual(['CODE_INVALID']);
      expect((await signInFrom(newAddress(), fan, fan)).refusal).toBeUndefined();
    }
  });

  it('has ten of forty at once looked at after a hundred and ninety', async () => {
    const network = newAddress();
    await givenWrongCodes(network, 190);
    const targets = await Array.fromAsync({ length: 4 }, () => givenMailed());
    const guesses = targets.flatMap((target) =>
      Array.from({ length: 10 }, (_, step) => ({
        target,
        code: wrongCode(target.code, step + 1),
        device: step < 5 ? target.device : randomUUID(),
      })),
    );
    const replies = await Promise.all(guesses.map(({ target, ...typed }) => signInFrom(network, target, typed)));
    expect(replies.filter(({ refusal }) => refusal === 'CODE_INVALID')).toHaveLength(10);
    expect(replies.filter(({ refusal }) => refusal === 'TOO_MANY_ATTEMPTS')).toHaveLength(30);
  });

  it.each([
    ['registers', 1, 'POST /wallet/api/v1/user/checkRegisterCode'],
    ['registers at once', 1, 'POST /wallet/api/v1/user/register'],
    ['forgets passwords', 2, 'POST /wallet/api/v1/user/forgotPassword'],
  ] as const)('waits as well when it %s, in all networks of an IPv6 site', async (_, type, route) => {
    const site = `2001:db8:${type}${route.length.toString(16)}`;
    await givenWrongCodes(`${site}:1::1`, 199);
    const mailed = await givenMailed(type);
    const typeIn = async (network: string, code: string) => {
      const { email, device } = mailed;
      const body = { email, code, ...(type === 2 ? { password: await sealed(world, goodPassword) } : {}) };
      return world.call(route, { body, headers: { 'x-forwarded-for': network, 'x-deviceid': device } });
    };
    expect((await typeIn(`${site}:2::1`, wrongCode(mailed.code, 1))).refusal).toBe('CODE_INVALID');
    expect((await typeIn(`${site}:3::1`, mailed.code)).refusal).toBe('TOO_MANY_ATTEMPTS');
    expect((await typeIn(newAddress(), mailed.code)).refusal).toBeUndefined();
  });

  it('restarts after a day', async () => {
    const network = newAddress();
    await givenWrongCodes(network, 300);
    world.clock.advance(dayMs + 1);
    const fan = await givenMailed();
    expect(await guessAt(network, fan, 5)).toEqual(Array.from({ length: 5 }, () => 'CODE_INVALID'));
    expect((await signInFrom(network, fan, { code: fan.code })).refusal).toBeUndefined();
  });
});

describe('honest fans behind one address', () => {
  it('who mistype and then type the right code never delay each other', async () => {
    const network = newAddress();
    await givenWrongCodes(network, 196);
    for (let n = 0; n < 5; n += 1) {
      const fan = await givenMailed();
      expect(await guessAt(network, fan, 3)).toEqual(Array.from({ length: 3 }, () => 'CODE_INVALID'));
      expect((await signInFrom(network, fan, fan)).refusal).toBeUndefined();
    }
  });

  it('wait neither for codes that cannot be right nor for wrong passwords there', async () => {
    const [network, fan] = [newAddress(), await givenMailed()];
    await givenWrongCodes(network, 198);
    const signIn = async () => {
      const body = { email: newEmail(), password: await sealed(world, 'wrong password 1') };
      return world.call('POST /wallet/api/v1/user/login', { body, headers: { 'x-forwarded-for': network } });
    };
    for (let n = 0; n < 20; n += 1) expect((await signIn()).refusal).toBe('WRONG_CREDENTIALS');
    expect((await signIn()).refusal).toBe('TOO_MANY_ATTEMPTS');
    for (let n = 0; n < 3; n += 1) {
      const reply = await signInFrom(network, { ...fan, email: newEmail() }, { code: '123456' });
      expect(reply.refusal).toBe('CODE_INVALID');
    }
    expect((await signInFrom(network, fan, fan)).refusal).toBeUndefined();
  });

  it('get in on a browser that has signed in before while the network waits', async () => {
    const [network, fan] = [newAddress(), await givenMailed()];
    const known = await signInFrom(newAddress(), fan, fan);
    const cookie = deviceCookieAfter(known);
    await givenWrongCodes(network, 199);
    await guessAt(network, await givenMailed(), 1);
    world.clock.advance(secondMs);
    const device = randomUUID();
    const code = await receivedCode(world, fan.email, { type: signInType, device, network: newAddress() });
    expect((await signInFrom(network, fan, { code, device })).refusal).toBe('TOO_MANY_ATTEMPTS');
    expect((await signInFrom(network, fan, { code, device, cookie })).refusal).toBeUndefined();
  });
});
