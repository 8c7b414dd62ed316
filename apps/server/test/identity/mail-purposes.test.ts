import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { askForCode, humanToken, mailsTo, newEmail, receivedCode, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const sendEmail = 'GET /wallet/api/v1/user/sendEmail';
const minuteMs = 60_000;
const [forgotPassword, changeEmail, changePassword, deleteAccount, signIn, confirmEmailChange, linkWallet] = [
  2, 3, 4, 5, 6, 7, 8,
];
const forOwnAddress = [changePassword, deleteAccount, confirmEmailChange, linkWallet];

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(10 * minuteMs));

/** Prepares a fan whose mailbox may be written to again at once. */
async function givenFan() {
  const fan = await signUp(world);
  world.clock.advance(minuteMs);
  return fan;
}

/** Prepares a fan of a wallet account, with an address only if one is given. */
async function givenWalletFan(email: string | null) {
  const fan = await world.given.fan();
  await world.db
    .updateTable('fan')
    .set({ kind: 'web3', wallet_address: `0x${randomUUID().replaceAll('-', '')}abcdef01`, password_hash: null, email })
    .where('id', '=', fan.id)
    .execute();
  return fan;
}

describe('the mail with a code', () => {
  it.each([
    [forgotPassword, 'to set a new password', '設定新密碼'],
    [changePassword, 'to change your password', '變更密碼'],
    [deleteAccount, 'to delete your account', '刪除帳號'],
    [signIn, 'to sign in', '完成登入'],
    [confirmEmailChange, 'to confirm the change of your email', '確認變更電子郵件'],
    [linkWallet, 'to link a wallet to your account', '連結錢包'],
  ])('of type %i says to the own address what it is for', async (type, english, chinese) => {
    const { email, token } = await givenFan();
    expect(await receivedCode(world, email, { type, token })).toMatch(/^\d{6}$/);
    expect((await mailsTo(world, email))[0]?.text_body).toContain(english);
    world.clock.advance(minuteMs);
    expect(await receivedCode(world, email, { type, token, language: 'zh_TW' })).toMatch(/^\d{6}$/);
    expect((await mailsTo(world, email))[0]?.text_body).toContain(chinese);
  });

  it('of type 3 goes to the new address', async () => {
    const { token, email } = await givenFan();
    const address = newEmail();
    const before = await mailsTo(world, email);
    expect(await receivedCode(world, address, { type: changeEmail, token })).toMatch(/^\d{6}$/);
    expect((await mailsTo(world, address))[0]?.text_body).toContain('to use this address for your account');
    expect(await mailsTo(world, email)).toEqual(before);
  });

  it('goes to the address that a wallet account has', async () => {
    const email = newEmail();
    const { token } = await givenWalletFan(email);
    expect(await receivedCode(world, email, { type: deleteAccount, token })).toMatch(/^\d{6}$/);
  });
});

describe('an address that a code could do nothing for', () => {
  it.each([forgotPassword, signIn])(
    'learns by mail of type %i that it has no account, with the answer that every address gets',
    async (type) => {
      const stranger = newEmail();
      const { email } = await givenFan();
      const known = await askForCode(world, email, { type });
      const unknown = await askForCode(world, stranger, { type });
      expect(unknown).toMatchObject({
        status: known.status,
        code: known.code,
        message: known.message,
        data: known.data,
      });
      const [mail] = await mailsTo(world, stranger);
      expect(mail?.subject).toBe('No Lightstick account with this address');
      expect(mail?.text_body).not.toMatch(/\d{6}/);
    },
  );

  it('learns by mail that it is taken, with the answer that every address gets', async () => {
    const taken = await givenFan();
    const { token } = await givenFan();
    const free = await askForCode(world, newEmail(), { type: changeEmail, token });
    const asked = await askForCode(world, taken.email, { type: changeEmail, token, language: 'zh_TW' });
    expect(asked.data).toEqual(free.data);
    const [mail] = await mailsTo(world, taken.email);
    expect(mail?.subject).toBe('這個電子郵件已經有 Lightstick 帳號');
    expect(mail?.text_body).not.toMatch(/\d{6}/);
  });
});

describe('a code is not sent, and nothing changes,', () => {
  it.each([changeEmail, ...forOwnAddress])('by type %i to no fan in particular', async (type) => {
    const { email } = await givenFan();
    const refused = await changesNothing(world, () => askForCode(world, email, { type }));
    expect(refused.refusal).toBe('UNAUTHENTICATED');
    const stale = await changesNothing(world, () => askForCode(world, email, { type, token: 'long gone' }));
    expect(stale.refusal).toBe('UNAUTHENTICATED');
  });

  it.each(forOwnAddress)('by type %i to another address than the own', async (type) => {
    const { token } = await givenFan();
    const other = await givenFan();
    for (const email of [other.email, newEmail()]) {
      const refused = await changesNothing(world, () => askForCode(world, email, { type, token }));
      expect(refused.refusal).toBe('FORBIDDEN');
    }
  });

  it.each(forOwnAddress)('by type %i to an account without an address', async (type) => {
    const { token } = await givenWalletFan(null);
    const refused = await changesNothing(world, () => askForCode(world, newEmail(), { type, token }));
    expect(refused.refusal).toBe('EMAIL_MISSING');
  });

  it('by type 3 to the address that the account has', async () => {
    const { email, token } = await givenFan();
    const refused = await changesNothing(world, () =>
      askForCode(world, email.toUpperCase(), { type: changeEmail, token }),
    );
    expect(refused.refusal).toBe('EMAIL_UNCHANGED');
  });

  it('by an unknown type', async () => {
    const refused = await changesNothing(world, () => askForCode(world, newEmail(), { type: 9 }));
    expect(refused.refusal).toBe('REQUEST_INVALID');
    expect(refused.message).toBe('type: must be 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8.');
  });

  it('to a caller who was refused, whose human check is still valid', async () => {
    const { token } = await givenFan();
    const googleRecaptchaToken = await humanToken(world);
    const query = { email: newEmail(), googleRecaptchaToken };
    const refused = await world.call(sendEmail, { query: { ...query, type: changePassword }, headers: { token } });
    expect(refused.refusal).toBe('FORBIDDEN');
    expect((await world.call(sendEmail, { query })).refusal).toBeUndefined();
  });
});

describe('the minute between two codes', () => {
  it('is one for all purposes, by address', async () => {
    const { email } = await givenFan();
    await askForCode(world, email, { type: forgotPassword });
    for (const type of [1, forgotPassword, signIn]) {
      const refused = await changesNothing(world, () => askForCode(world, email, { type }));
      expect(refused.refusal).toBe('CODE_TOO_SOON');
    }
  });

  it('is one for all purposes of a signed-in fan, apart from what strangers ask for', async () => {
    const { email, token } = await givenFan();
    await askForCode(world, email, { type: forgotPassword });
    expect((await askForCode(world, email, { type: changePassword, token })).refusal).toBeUndefined();
    for (const type of forOwnAddress) {
      const refused = await changesNothing(world, () => askForCode(world, email, { type, token }));
      expect(refused.refusal).toBe('CODE_TOO_SOON');
    }
  });

  it('does not separate the two codes of a change of the email', async () => {
    const { email, token } = await givenFan();
    const device = randomUUID();
    expect((await askForCode(world, email, { type: confirmEmailChange, token, device })).refusal).toBeUndefined();
    const wanted = newEmail();
    expect((await askForCode(world, wanted, { type: changeEmail, token, device })).refusal).toBeUndefined();
    for (const [type, to] of [
      [changeEmail, newEmail()],
      [confirmEmailChange, email],
    ] as const) {
      const refused = await changesNothing(world, () => askForCode(world, to, { type, token, device }));
      expect(refused.refusal).toBe('CODE_TOO_SOON');
    }
  });

  it('is one for all purposes, by device', async () => {
    const { email, token } = await givenFan();
    const headers = { 'x-deviceid': randomUUID(), token };
    const ask = async (to: string, type: number) =>
      world.call(sendEmail, {
        query: { email: to, type, googleRecaptchaToken: await humanToken(world) },
        headers,
      });
    expect((await ask(newEmail(), forgotPassword)).refusal).toBeUndefined();
    expect((await changesNothing(world, () => ask(email, changePassword))).refusal).toBe('CODE_TOO_SOON');
    world.clock.advance(minuteMs);
    expect((await ask(email, changePassword)).refusal).toBeUndefined();
  });
});
