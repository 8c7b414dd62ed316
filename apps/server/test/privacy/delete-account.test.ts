import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallOptions } from '../world/call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { deleteUser, givenWalletFan, graceMs, leaveByCode, deletionCode, rowOf, signLeave } from '../world/leave.ts';
import { isSignedIn, tryToSignIn } from '../world/sign-in.ts';
import { mailsTo, signUp } from '../world/sign-up.ts';
import { messageFor, newWallet, signInByWallet, walletLogin, type WalletSession } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

const codeMistakes = { except: ['mailed_code'] };

let world: World;
beforeAll(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true', PUBLIC_URL: 'https://vote.example.com' },
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(60_000));

type Body = NonNullable<CallOptions<typeof deleteUser>['body']>;
const leave = (token: string | undefined, body: Body) =>
  world.call(deleteUser, { body, ...(token === undefined ? {} : { headers: { token } }) });

describe('leaving', () => {
  it('by email closes the account, ends every session and mails the day on which it goes', async () => {
    const fan = await signUp(world);
    const elsewhere = await tryToSignIn(world, fan.email, fan.password);
    world.clock.advance(60_000);
    const code = await deletionCode(world, fan);
    const now = world.clock.now();
    const reply = await leave(fan.token, { confirm: ` ${fan.userInfo.fanCode.toLowerCase()} `, code });
    const goesAt = new Date(now.getTime() + graceMs);
    expect(reply.data).toEqual({ erasesAt: goesAt.toISOString() });
    expect(reply.headers['set-cookie']).toMatch(/^passport=; Max-Age=0; .*HttpOnly; Secure/);
    expect(await rowOf(world, fan.userInfo.accountId)).toMatchObject({ deletion_requested_at: now, erased_at: null });
    expect([await isSignedIn(world, fan.token), await isSignedIn(world, elsewhere.data.token)]).toEqual([false, false]);

    const mails = await mailsTo(world, fan.email);
    const notice = mails.find(({ subject }) => subject === 'Your Lightstick account will be deleted');
    const day = formatPlacedDate(goesAt, 'en_US', { timeZone: 'Asia/Taipei', hasYear: true });
    expect(notice?.text_body).toContain(`Will be deleted on: ${day}`);
  });

  it('by wallet closes the account and sends no mail', async () => {
    const fan = await givenWalletFan(world);
    const before = await world.ownerPool.query('SELECT count(*) FROM graphile_worker._private_jobs');
    const reply = await leave(fan.token, await signLeave(world, fan));
    expect(reply.data).toEqual({ erasesAt: new Date(world.clock.now().getTime() + graceMs).toISOString() });
    expect(await isSignedIn(world, fan.token)).toBe(false);
    const after = await world.ownerPool.query('SELECT count(*) FROM graphile_worker._private_jobs');
    expect(after.rows).toEqual(before.rows);
  });

  it('is mailed in the language that the fan reads', async () => {
    const fan = await signUp(world);
    world.clock.advance(60_000);
    const code = await deletionCode(world, fan);
    const body = { confirm: fan.userInfo.fanCode, code };
    await world.call(deleteUser, { body, headers: { token: fan.token }, language: 'zh_TW' });
    const subjects = (await mailsTo(world, fan.email)).map(({ subject }) => subject);
    expect(subjects).toContain('你的 Lightstick 帳號即將刪除');
  });

  it('counts once of forty at once, and mails once', async () => {
    const fan = await signUp(world);
    world.clock.advance(60_000);
    const body = { confirm: fan.userInfo.fanCode, code: await deletionCode(world, fan) };
    const mailsBefore = (await mailsTo(world, fan.email)).length;
    const replies = await Promise.all(Array.from({ length: 40 }, () => leave(fan.token, body)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { refusal } of replies.filter(({ code }) => code !== 0)) {
      expect(['CODE_INVALID', 'UNAUTHENTICATED']).toContain(refusal);
    }
    expect(await mailsTo(world, fan.email)).toHaveLength(mailsBefore + 1);
  });

  it('counts once of forty signatures at once', async () => {
    const fan = await givenWalletFan(world);
    const body = await signLeave(world, fan);
    const replies = await Promise.all(Array.from({ length: 40 }, () => leave(fan.token, body)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { refusal } of replies.filter(({ code }) => code !== 0)) {
      expect(['WALLET_CHALLENGE_INVALID', 'UNAUTHENTICATED']).toContain(refusal);
    }
  });

  it('is not begun a second time by another good signature', async () => {
    const fan = await givenWalletFan(world);
    const bodies = [await signLeave(world, fan), await signLeave(world, fan)];
    const replies = await Promise.all(bodies.map((body) => leave(fan.token, body)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.flatMap(({ refusal }) => refusal ?? [])).toEqual(['UNAUTHENTICATED']);
  });

  it('cannot be repeated: the session is over, and the code is used up', async () => {
    const fan = await signUp(world);
    world.clock.advance(60_000);
    const body = { confirm: fan.userInfo.fanCode, code: await deletionCode(world, fan) };
    await leave(fan.token, body);
    const again = await changesNothing(world, () => leave(fan.token, body));
    expect([again.status, again.refusal]).toEqual([401, 'UNAUTHENTICATED']);
    const back = await tryToSignIn(world, fan.email, fan.password);
    const replay = await changesNothing(world, () => leave(back.data.token, body));
    expect(replay.refusal).toBe('CODE_INVALID');
  });
});

describe('leaving is refused, and nothing changes,', () => {
  it('with the fan code of another', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    world.clock.advance(60_000);
    const code = await deletionCode(world, fan);
    for (const confirm of [other.userInfo.fanCode, '', 'DELETE', fan.userInfo.nickname.slice(0, 16)]) {
      const reply = await changesNothing(world, () => leave(fan.token, { confirm, code }));
      expect(reply.refusal).toBe('CONFIRMATION_WRONG');
    }
    expect((await leave(fan.token, { confirm: fan.userInfo.fanCode, code })).code).toBe(0);
  });

  it('with a wrong code, each of them counted, and with any after five', async () => {
    const fan = await signUp(world);
    world.clock.advance(60_000);
    const code = await deletionCode(world, fan);
    const wrong = code === '000000' ? '000001' : '000000';
    const guess = (guessed: string) =>
      changesNothing(world, () => leave(fan.token, { confirm: fan.userInfo.fanCode, code: guessed }), codeMistakes);
    for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess(wrong)).refusal).toBe('CODE_INVALID');
    expect((await guess(code)).refusal).toBe('CODE_EXHAUSTED');
  });

  it('with a code of another fan, of another purpose, or of ten minutes ago', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    world.clock.advance(60_000);
    const ofOther = await deletionCode(world, other);
    const stale = await deletionCode(world, fan);
    const confirm = fan.userInfo.fanCode;
    const tryWith = (code: string) => changesNothing(world, () => leave(fan.token, { confirm, code }), codeMistakes);
    if (ofOther !== stale) expect((await tryWith(ofOther)).refusal).toBe('CODE_INVALID');
    world.clock.advance(10 * 60_000);
    expect((await tryWith(stale)).refusal).toBe('CODE_INVALID');
  });

  it('without a proof that fits the account', async () => {
    const [byEmail, byWallet] = [await signUp(world), await givenWalletFan(world)];
    const signed = await signLeave(world, byWallet);
    const confirm = byEmail.userInfo.fanCode;
    const nothing = await changesNothing(world, () => leave(byEmail.token, { confirm }));
    expect([nothing.status, nothing.message]).toEqual([422, 'code: is missing; it must be the code sent by email.']);
    const signature = await changesNothing(world, () => leave(byEmail.token, { ...signed, confirm }));
    expect(signature.refusal).toBe('NOT_A_WALLET_ACCOUNT');
    const code = { confirm: byWallet.userInfo.fanCode, code: '123456' };
    const unsigned = await changesNothing(world, () => leave(byWallet.token, code));
    expect([unsigned.status, unsigned.message]).toEqual([
      422,
      'signature: is missing; this account has no email, so its wallet must sign.',
    ]);
  });

  it('with a signature of another wallet, of another message, or of a message that was signed before', async () => {
    const [fan, other] = [await givenWalletFan(world), await givenWalletFan(world)];
    const confirm = fan.userInfo.fanCode;
    const own = await signLeave(world, fan);
    const forged = await newWallet().sign(own.message);
    const byOther = await changesNothing(world, () => leave(fan.token, { ...own, signature: forged }));
    expect(byOther.refusal).toBe('WALLET_SIGNATURE_INVALID');
    const ofOther = { ...(await signLeave(world, other)), confirm };
    expect((await changesNothing(world, () => leave(fan.token, ofOther))).refusal).toBe('WALLET_CHALLENGE_INVALID');
    world.clock.advance(5 * 60_000);
    expect((await changesNothing(world, () => leave(fan.token, own))).refusal).toBe('WALLET_CHALLENGE_INVALID');
  });

  it('to strangers, and for the account of another', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    const body = { confirm: fan.userInfo.fanCode, code: '123456' };
    expect((await changesNothing(world, () => leave(undefined, body))).status).toBe(401);
    const { accountId } = fan.userInfo;
    const reply = await changesNothing(world, () => leave(other.token, { ...body, accountId }));
    expect(reply.refusal).toBe('FORBIDDEN');
  });
});

describe('within the days of grace', () => {
  it('signing in by email takes it back, with everything on the account', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    world.clock.advance(graceMs - 1);
    const back = await tryToSignIn(world, fan.email, fan.password);
    expect(back.data).toMatchObject({ deletionCancelled: true, userInfo: fan.userInfo });
    expect(await rowOf(world, fan.userInfo.accountId)).toMatchObject({ deletion_requested_at: null, erased_at: null });
    expect((await tryToSignIn(world, fan.email, fan.password)).data.deletionCancelled).toBe(false);
  });

  it('signing in by wallet takes it back', async () => {
    const fan = await givenWalletFan(world);
    await leave(fan.token, await signLeave(world, fan));
    const back = await signInByWallet(world, fan.wallet);
    expect(back).toMatchObject({ deletionCancelled: true, isNew: false, userInfo: fan.userInfo });
  });

  it('a wrong password takes nothing back', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    expect((await tryToSignIn(world, fan.email, 'not the password 1')).refusal).toBe('WRONG_CREDENTIALS');
    expect((await rowOf(world, fan.userInfo.accountId)).deletion_requested_at).not.toBeNull();
  });

  it('the passport of a browser brings no session, and so does not take it back unseen', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    const reply = await world.call('POST /wallet/api/v1/user/session', {
      body: {},
      headers: { cookie: `passport=${fan.passportToken}`, 'sec-fetch-site': 'same-origin' },
    });
    expect(reply.status).toBe(401);
    expect((await rowOf(world, fan.userInfo.accountId)).deletion_requested_at).not.toBeNull();
  });

  it('the fan can invite no one', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    await expect(signInByWallet(world, newWallet(), { inviteCode: fan.userInfo.fanCode })).rejects.toThrow(
      'INVITE_CODE_UNKNOWN',
    );
  });
});

describe('leaving and signing in at once', () => {
  it('leaves either a closed account without a session, or an open one with one, forty at once', async () => {
    const fan = await givenWalletFan(world);
    const { address } = fan.wallet;
    for (let round = 0; round < 3; round += 1) {
      const { token } = await signInByWallet(world, fan.wallet);
      const body = await signLeave(world, { ...fan, token });
      const messages = await Promise.all(Array.from({ length: 39 }, () => messageFor(world, address)));
      const proofs = await Promise.all(
        messages.map(async (message) => ({ message, signature: await fan.wallet.sign(message) })),
      );
      const [left, ...signIns] = await Promise.all([
        leave(token, body),
        ...proofs.map((proof) => world.call(walletLogin, { body: proof })),
      ]);
      const tokens = signIns.map(({ data }) => (data as WalletSession).token);
      const alive = await Promise.all(tokens.map((each) => isSignedIn(world, each)));
      const { deletion_requested_at: deletionRequestedAt } = await rowOf(world, fan.userInfo.accountId);
      expect(left.code === 0 || left.refusal === 'UNAUTHENTICATED').toBe(true);
      expect(alive.includes(true)).toBe(deletionRequestedAt === null);
    }
  });
});
