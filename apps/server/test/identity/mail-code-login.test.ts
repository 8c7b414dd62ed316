import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { isSignedIn, tryToSignIn } from '../world/sign-in.ts';
import { askForCode, goodPassword, mailsTo, newEmail, receivedCode, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const mailCodeLogin = 'POST /wallet/api/v1/user/mailCodeLogin';
const minuteMs = 60_000;
const type = 6;
const codeMistakes = { except: ['mailed_code'] };

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(24 * 60 * minuteMs + 1));

const anotherCode = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

const tryTo = (email: string, code: string, device: string = randomUUID()) =>
  world.call(mailCodeLogin, { body: { email, code }, headers: { 'x-deviceid': device } });

describe('signing in by a mailed code', () => {
  it('begins a session of an account without a password', async () => {
    const { email, userInfo } = await signUp(world);
    await world.db.updateTable('fan').set({ password_hash: null }).where('email', '=', email).execute();
    const { data, headers } = await tryTo(email.toUpperCase(), await receivedCode(world, email, { type }));
    expect(data.userInfo).toEqual({ ...userInfo, hasPassword: false });
    expect(await isSignedIn(world, data.token)).toBe(true);
    expect(String(headers['set-cookie'])).toContain('passport=');
  });

  it('works beside a password, and ends the delay that wrong ones caused', async () => {
    const { email } = await signUp(world);
    for (let n = 0; n < 5; n += 1) await tryToSignIn(world, email, 'wrong password 1');
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBe('TOO_MANY_ATTEMPTS');
    expect((await tryTo(email, await receivedCode(world, email, { type }))).refusal).toBeUndefined();
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBeUndefined();
  });

  it('cancels a deletion of the account in its days of grace', async () => {
    const { email } = await signUp(world);
    const asked = { deletion_requested_at: world.clock.now() };
    await world.db.updateTable('fan').set(asked).where('email', '=', email).execute();
    const { data } = await tryTo(email, await receivedCode(world, email, { type }));
    expect(data.deletionCancelled).toBe(true);
  });

  it('lets one of 40 at once in', async () => {
    const { email } = await signUp(world);
    const code = await receivedCode(world, email, { type });
    const replies = await Promise.all(Array.from({ length: 40 }, () => tryTo(email, code)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(new Set(replies.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'CODE_INVALID']));
  });
});

describe('a sign-in by code that is refused changes nothing', () => {
  it('with a wrong, a used and an expired code', async () => {
    const { email } = await signUp(world);
    const code = await receivedCode(world, email, { type });
    expect((await changesNothing(world, () => tryTo(email, anotherCode(code)), codeMistakes)).refusal).toBe(
      'CODE_INVALID',
    );
    expect((await tryTo(email, code)).refusal).toBeUndefined();
    expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_INVALID');
    const late = await receivedCode(world, email, { type, network: '10.1.1.1' });
    world.clock.advance(10 * minuteMs);
    expect((await changesNothing(world, () => tryTo(email, late))).refusal).toBe('CODE_INVALID');
  });

  it('with a code for something else', async () => {
    const { email } = await signUp(world);
    const code = await receivedCode(world, email, { type: 2 });
    expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_INVALID');
  });

  it('at an address without an account, which only its mailbox learns', async () => {
    const email = newEmail();
    const asked = await askForCode(world, email, { type });
    expect(asked.data).toEqual({ resendAfterSeconds: 60, expiresInSeconds: 600 });
    expect((await mailsTo(world, email))[0]?.subject).toBe('No Lightstick account with this address');
    expect((await changesNothing(world, () => tryTo(email, '123456'), codeMistakes)).refusal).toBe('CODE_INVALID');
  });

  it('at an address that the account has just left', async () => {
    const { email } = await signUp(world);
    const code = await receivedCode(world, email, { type });
    await world.db.updateTable('fan').set({ email: newEmail() }).where('email', '=', email).execute();
    expect((await changesNothing(world, () => tryTo(email, code))).refusal).toBe('CODE_INVALID');
  });
});
