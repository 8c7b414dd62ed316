import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { isSignedIn, newAddress, tryToSignIn } from '../world/sign-in.ts';
import {
  askForCode,
  goodPassword,
  mailsTo,
  newEmail,
  receivedCode,
  runJobs,
  sealed,
  signUp,
} from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const updateEmail = 'POST /wallet/api/v1/userExpand/updateAccountEmail';
const minuteMs = 60_000;
const type = 3;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(24 * 60 * minuteMs + 1));

type Options = { readonly email: string; readonly code: string; readonly password?: string };

async function tryTo(token: string, { password = goodPassword, ...options }: Options) {
  return world.call(updateEmail, {
    body: { ...options, password: await sealed(world, password) },
    headers: { token, 'x-forwarded-for': newAddress() },
  });
}

/** Prepares a fan who holds a code from the address that they want to have. */
async function givenMover() {
  const fan = await signUp(world);
  world.clock.advance(minuteMs);
  const wanted = newEmail();
  return { ...fan, wanted, code: await receivedCode(world, wanted, { type, token: fan.token }) };
}

const anotherCode = (code: string, step = 1) => ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

describe('changing the email', () => {
  it('moves the account to the new address, and leaves the sessions alone', async () => {
    const { email, token, wanted, code, userInfo } = await givenMover();
    const { data } = await tryTo(token, { email: wanted.toUpperCase(), code });
    expect(data).toEqual({ ...userInfo, email: wanted });
    expect(await isSignedIn(world, token)).toBe(true);
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBe('WRONG_CREDENTIALS');
    expect((await tryToSignIn(world, wanted, goodPassword)).data.userInfo).toEqual(data);
  });

  it('is reported to the former address, with the new one masked', async () => {
    const { email, token, wanted, code } = await givenMover();
    const toNew = await mailsTo(world, wanted);
    await tryTo(token, { email: wanted, code });
    const [notice] = await mailsTo(world, email);
    expect(notice?.subject).toBe('Your Lightstick email was changed');
    expect(notice?.text_body).toMatch(/^When: .+\nNew address: f…@example\.com$/m);
    expect(notice?.text_body).not.toContain(wanted);
    expect(await mailsTo(world, wanted)).toEqual(toNew);
  });

  it('frees the old address for another fan', async () => {
    const { email, token, wanted, code } = await givenMover();
    await tryTo(token, { email: wanted, code });
    await runJobs(world);
    world.clock.advance(minuteMs);
    expect((await signUp(world, email)).userInfo.email).toBe(email);
  });

  it('makes codes to the old address worthless', async () => {
    const { email, token, wanted, code } = await givenMover();
    const old = await receivedCode(world, email, { type: 4, token });
    await tryTo(token, { email: wanted, code });
    const refused = await changesNothing(world, async () =>
      world.call('POST /wallet/api/v1/userExpand/updateAccountPassword', {
        body: { code: old, newPassword: await sealed(world, 'encore at 9 pm') },
        headers: { token },
      }),
    );
    expect(refused.refusal).toBe('CODE_INVALID');
  });
});

async function givenMoverByCode() {
  const mover = await givenMover();
  await world.db.updateTable('fan').set({ password_hash: null }).where('email', '=', mover.email).execute();
  const ownCode = await receivedCode(world, mover.email, { type: 7, token: mover.token });
  return { ...mover, ownCode };
}
const byOwnCode = (token: string, body: { email: string; code: string; ownCode: string }) =>
  world.call(updateEmail, { body, headers: { token } });

describe('changing the email of an account without a password', () => {
  it('is confirmed by a code from the own address', async () => {
    const { email, token, wanted, code, ownCode } = await givenMoverByCode();
    expect((await byOwnCode(token, { email: wanted, code, ownCode })).data).toMatchObject({ email: wanted });
    const subjects = (await mailsTo(world, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your Lightstick email was changed');
  });

  it('is refused by a password, by a wrong code, and by the code of the new address', async () => {
    const { token, wanted, code, ownCode } = await givenMoverByCode();
    const byPassword = await changesNothing(world, () => tryTo(token, { email: wanted, code }));
    expect(byPassword.refusal).toBe('PASSWORD_MISSING');
    for (const wrong of [anotherCode(ownCode), code]) {
      const refused = await changesNothing(world, () => byOwnCode(token, { email: wanted, code, ownCode: wrong }), {
        except: ['mailed_code'],
      });
      expect(refused.refusal).toBe(wrong === ownCode ? undefined : 'CODE_INVALID');
    }
  });

  it('is refused by the own code of another fan, and by one that is used', async () => {
    const [thief, fan] = [await givenMoverByCode(), await givenMoverByCode()];
    const stolen = await changesNothing(
      world,
      () => byOwnCode(thief.token, { email: thief.wanted, code: thief.code, ownCode: fan.ownCode }),
      { except: ['mailed_code'] },
    );
    expect(stolen.refusal).toBe('CODE_INVALID');
    await byOwnCode(fan.token, { email: fan.wanted, code: fan.code, ownCode: fan.ownCode });
    const again = newEmail();
    world.clock.advance(minuteMs);
    const code = await receivedCode(world, again, { type, token: fan.token });
    const used = await changesNothing(world, () => byOwnCode(fan.token, { email: again, code, ownCode: fan.ownCode }));
    expect(used.refusal).toBe('CODE_INVALID');
  });

  it('asks for one proof, not none and not two', async () => {
    const { token, wanted, code, ownCode } = await givenMoverByCode();
    const password = await sealed(world, goodPassword);
    for (const body of [
      { email: wanted, code },
      { email: wanted, code, ownCode, password },
    ]) {
      const refused = await changesNothing(world, () => world.call(updateEmail, { body, headers: { token } }));
      expect([refused.status, refused.refusal]).toEqual([422, 'REQUEST_INVALID']);
    }
  });
});

describe('a change that is refused changes nothing', () => {
  it('without a token', async () => {
    const { wanted, code } = await givenMover();
    expect((await changesNothing(world, () => tryTo('nobody', { email: wanted, code }))).status).toBe(401);
  });

  it('by a wrong password, which is counted apart from those at the sign-in', async () => {
    const { email, token, wanted, code } = await givenMover();
    const wrong = () => tryTo(token, { email: wanted, code, password: 'wrong password 1' });
    for (let n = 0; n < 5; n += 1) expect((await changesNothing(world, wrong)).refusal).toBe('WRONG_PASSWORD');
    const paused = await changesNothing(world, () => tryTo(token, { email: wanted, code }));
    expect(paused.refusal).toBe('TOO_MANY_ATTEMPTS');
    expect((await tryToSignIn(world, email, goodPassword)).refusal).toBeUndefined();
  });

  it('by a wrong code, which is counted', async () => {
    const { token, wanted, code } = await givenMover();
    const wrong = () => tryTo(token, { email: wanted, code: anotherCode(code) });
    for (let n = 0; n < 5; n += 1) {
      expect((await changesNothing(world, wrong, { except: ['mailed_code'] })).refusal).toBe('CODE_INVALID');
    }
    const exhausted = await changesNothing(world, () => tryTo(token, { email: wanted, code }));
    expect(exhausted.refusal).toBe('CODE_EXHAUSTED');
  });

  it('by the code that another fan asked for, to the same address', async () => {
    const { wanted, code } = await givenMover();
    const other = await signUp(world);
    const stolen = await changesNothing(world, () => tryTo(other.token, { email: wanted, code }), {
      except: ['mailed_code'],
    });
    expect(stolen.refusal).toBe('CODE_INVALID');
  });

  it('by the code of another address or purpose, or one that expired or was used', async () => {
    const { token, wanted, code } = await givenMover();
    const elsewhere = await changesNothing(world, () => tryTo(token, { email: newEmail(), code }));
    expect(elsewhere.refusal).toBe('CODE_INVALID');
    const other = newEmail();
    const toRegister = await receivedCode(world, other);
    const foreign = await changesNothing(world, () => tryTo(token, { email: other, code: toRegister }));
    expect(foreign.refusal).toBe('CODE_INVALID');
    await tryTo(token, { email: wanted, code });
    world.clock.advance(minuteMs);
    const again = await receivedCode(world, other, { type, token });
    await tryTo(token, { email: other, code: again });
    const used = await changesNothing(world, () => tryTo(token, { email: wanted, code }));
    expect(used.refusal).toBe('CODE_INVALID');
    const late = newEmail();
    const lateCode = await receivedCode(world, late, { type, token });
    world.clock.advance(10 * minuteMs);
    expect((await changesNothing(world, () => tryTo(token, { email: late, code: lateCode }))).refusal).toBe(
      'CODE_INVALID',
    );
  });

  it('to an address that another account has taken since', async () => {
    const { token, wanted, code } = await givenMover();
    world.clock.advance(minuteMs);
    await signUp(world, wanted);
    const refused = await changesNothing(world, () => tryTo(token, { email: wanted, code }));
    expect(refused.refusal).toBe('EMAIL_TAKEN');
  });

  it('to an address that never got a code because it is taken', async () => {
    const { token } = await givenMover();
    const taken = await signUp(world);
    world.clock.advance(minuteMs);
    await askForCode(world, taken.email, { type, token });
    const refused = await changesNothing(world, () => tryTo(token, { email: taken.email, code: '123456' }), {
      except: ['mailed_code'],
    });
    expect(refused.refusal).toBe('CODE_INVALID');
  });

  it('of a wallet account without a password', async () => {
    const fan = await world.given.fan();
    const walletAddress = `0x${randomUUID().replaceAll('-', '')}abcdef03`;
    const values = { kind: 'web3', wallet_address: walletAddress, password_hash: null };
    await world.db.updateTable('fan').set(values).where('id', '=', fan.id).execute();
    const wanted = newEmail();
    const code = await receivedCode(world, wanted, { type, token: fan.token });
    const refused = await changesNothing(world, () => tryTo(fan.token, { email: wanted, code }));
    expect(refused.refusal).toBe('PASSWORD_MISSING');
  });

  it('by a secret that was recorded on its way, or sealed under no key of ours', async () => {
    const { token, wanted, code } = await givenMover();
    const password = await sealed(world, 'wrong password 1');
    const send = (secret: typeof password) =>
      world.call(updateEmail, { body: { email: wanted, code, password: secret }, headers: { token } });
    await send(password);
    expect((await changesNothing(world, () => send(password))).refusal).toBe('SECRET_UNREADABLE');
    const foreign = { keyId: 'nobody', ciphertext: 'AAAA' };
    expect((await changesNothing(world, () => send(foreign))).refusal).toBe('SECRET_KEY_RETIRED');
  });
});

it('of 40 moves at once with the same code, one goes through, and one notice is sent', async () => {
  const { email, token, wanted, code } = await givenMover();
  const replies = await Promise.all(Array.from({ length: 40 }, () => tryTo(token, { email: wanted, code })));
  expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
  const fans = await world.db.selectFrom('fan').select('id').where('email', 'in', [email, wanted]).execute();
  expect(fans).toHaveLength(1);
  const notices = (await mailsTo(world, email)).filter(({ subject }) => subject.includes('email was changed'));
  expect(notices).toHaveLength(1);
});

it('of a newcomer and a fan who want an address at the same time, one gets it', async () => {
  for (let contest = 1; contest <= 6; contest += 1) {
    const { token, wanted, code } = await givenMover();
    world.clock.advance(minuteMs);
    const toRegister = await receivedCode(world, wanted);
    const registration = { email: wanted, code: toRegister, password: await sealed(world, goodPassword) };
    const replies = await Promise.all([
      world.call('POST /wallet/api/v1/user/register', { body: registration }),
      tryTo(token, { email: wanted, code }),
    ]);
    const outcomes = replies.map(({ refusal }) => refusal ?? 'went through');
    expect(outcomes).toContain('went through');
    expect(outcomes).toContain('EMAIL_TAKEN');
  }
});
