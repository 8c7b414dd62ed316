import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#/errors.ts';
import { attemptPassword } from '#/modules/identity/attempts.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { goodPassword, newEmail, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const login = 'POST /wallet/api/v1/user/login';
const secondMs = 1_000;
const dayMs = 24 * 60 * 60 * secondMs;

let world: World;
let passwordHash: string | null;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
  const { email } = await signUp(world);
  const fan = await world.db.selectFrom('fan').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  passwordHash = fan.password_hash;
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(dayMs + 1));

let lastAddress = 0;
/** Returns a network address that no test has used before. */
function newAddress(): string {
  lastAddress += 1;
  return `10.7.${lastAddress >> 8}.${lastAddress & 255}`;
}

/** Returns the address of a fan who signs in by `goodPassword`. */
async function fanWithPassword(): Promise<string> {
  const { id, email } = await world.given.fan();
  await world.db.updateTable('fan').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  return email;
}

async function tryTo(email: string, password: string, address: string) {
  const reply = await world.call(login, {
    body: { email, password: await sealed(world, password) },
    headers: { 'x-forwarded-for': address },
  });
  return reply.refusal ?? 'SIGNED_IN';
}

const guess = (email: string, address: string) => tryTo(email, 'wrong password 1', address);

/** Guesses at this many accounts, a second apart; returns how many guesses were evaluated. */
async function stuff(accounts: number, address: string, between = async () => {}): Promise<number> {
  let looked = 0;
  for (let n = 0; n < accounts; n += 1) {
    if ((await guess(newEmail(), address)) === 'WRONG_CREDENTIALS') looked += 1;
    await between();
  }
  return looked;
}

describe('a network that tries many accounts', () => {
  it('waits from the twentieth on, longer and longer, and no other network does', async () => {
    const [email, address] = [await fanWithPassword(), newAddress()];
    expect(await stuff(20, address)).toBe(20);
    for (const seconds of [5, 10, 20, 40]) {
      world.clock.advance((seconds - 1) * secondMs);
      expect(await tryTo(email, goodPassword, address)).toBe('TOO_MANY_ATTEMPTS');
      expect(await tryTo(email, goodPassword, newAddress())).toBe('SIGNED_IN');
      world.clock.advance(secondMs);
      expect(await guess(newEmail(), address)).toBe('WRONG_CREDENTIALS');
    }
  });

  it('is not freed by signing in to another account between the guesses', async () => {
    const [own, address] = [await fanWithPassword(), newAddress()];
    const looked = await stuff(40, address, async () => {
      await tryTo(own, goodPassword, address);
    });
    expect(looked, 'twenty, and one more for its own account').toBe(21);
  });

  it('is not freed by signing in while it waits or after it has waited', async () => {
    const [own, address] = [await fanWithPassword(), newAddress()];
    await stuff(22, address);
    expect(await tryTo(own, goodPassword, address)).toBe('TOO_MANY_ATTEMPTS');
    world.clock.advance(5 * secondMs);
    expect(await guess(newEmail(), address)).toBe('WRONG_CREDENTIALS');
    world.clock.advance(10 * secondMs);
    expect(await tryTo(own, goodPassword, address)).toBe('SIGNED_IN');
    expect(await stuff(5, address), 'one guess, as without').toBe(1);
  });

  it('gets no more by trying the accounts again that it has tried', async () => {
    const address = newAddress();
    const emails = Array.from({ length: 20 }, newEmail);
    for (const email of emails) await guess(email, address);
    world.clock.advance(5 * secondMs);
    const again = [];
    for (const email of emails) again.push(await guess(email, address));
    expect(again.filter((answer) => answer === 'WRONG_CREDENTIALS')).toHaveLength(1);
  });

  it('has twenty of 40 guesses at once looked at', async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess(newEmail(), address)));
    expect(answers.filter((answer) => answer === 'WRONG_CREDENTIALS')).toHaveLength(20);
    expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS')).toHaveLength(20);
  });

  it('is one network for every port that its proxy writes', async () => {
    const address = newAddress();
    const answers = [];
    for (let port = 40_001; port <= 40_030; port += 1) answers.push(await guess(newEmail(), `${address}:${port}`));
    expect(answers.filter((answer) => answer === 'WRONG_CREDENTIALS')).toHaveLength(20);
  });

  it('restarts after a day', async () => {
    const address = newAddress();
    await stuff(25, address);
    world.clock.advance(dayMs + 1);
    expect(await stuff(19, address)).toBe(19);
    expect(await tryTo(await fanWithPassword(), goodPassword, address)).toBe('SIGNED_IN');
  });
});

describe('many fans behind one address', () => {
  it('who mistype and then sign in never delay each other', async () => {
    const address = newAddress();
    for (let n = 0; n < 30; n += 1) {
      const email = await fanWithPassword();
      expect(await guess(email, address)).toBe('WRONG_CREDENTIALS');
      expect(await tryTo(email, goodPassword, address)).toBe('SIGNED_IN');
      world.clock.advance(secondMs);
    }
  });

  it('have room for as many who give up as there are who sign in', async () => {
    const address = newAddress();
    for (let n = 0; n < 15; n += 1) await tryTo(await fanWithPassword(), goodPassword, address);
    expect(await stuff(40, address)).toBe(20 + 15);
  });

  it('are not delayed by a fan who forgot their password', async () => {
    const [forgetful, other, address] = [await fanWithPassword(), await fanWithPassword(), newAddress()];
    for (let n = 0; n < 40; n += 1) await guess(forgetful, address);
    expect(await tryTo(forgetful, goodPassword, address)).toBe('TOO_MANY_ATTEMPTS');
    expect(await tryTo(other, goodPassword, address)).toBe('SIGNED_IN');
  });

  it('sign in at the same moment, as many as would be looked at', async () => {
    const address = newAddress();
    const emails = await Promise.all(Array.from({ length: 20 }, fanWithPassword));
    const answers = await Promise.all(emails.map((email) => tryTo(email, goodPassword, address)));
    expect(new Set(answers)).toEqual(new Set(['SIGNED_IN']));
    expect(await tryTo(await fanWithPassword(), goodPassword, address)).toBe('SIGNED_IN');
  });
});

it('An account that is tried from many networks waits in all of them.', async () => {
  const email = await fanWithPassword();
  const answers = await Promise.all(Array.from({ length: 40 }, () => guess(email, newAddress())));
  expect(answers.filter((answer) => answer === 'WRONG_CREDENTIALS')).toHaveLength(5);
  expect(await tryTo(email, goodPassword, newAddress())).toBe('TOO_MANY_ATTEMPTS');
});

it('An attempt that the server could not look at is taken back, of the account and of the network.', async () => {
  const [email, address] = [await fanWithPassword(), newAddress()];
  const { db, clock, services } = world;
  const hasher = { hash: refuse, verify: refuse };
  const attempt = { email, from: { network: address }, password: goodPassword, passwordHash: undefined };
  for (let n = 0; n < 10; n += 1) {
    const keys = createServerKeys(services.settings.serverSecret);
    await expect(attemptPassword({ db, keys, hasher }, { ...attempt, now: clock.now() })).rejects.toThrow(Refusal);
  }
  expect(await stuff(19, address)).toBe(19);
  expect(await tryTo(email, goodPassword, address)).toBe('SIGNED_IN');
});

async function refuse(): Promise<never> {
  throw new Refusal('OVERLOADED');
}
