import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenLinkedWallet } from '../world/linked-wallet.ts';
import { askForCode, mailsTo, newEmail, receivedCode } from '../world/sign-up.ts';
import { newWallet, signInByWallet } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

const linkWallet = 'POST /wallet/api/v1/userExpand/linkWallet';
const unlinkWallet = 'POST /wallet/api/v1/userExpand/unlinkWallet';
const getMoveTerms = 'POST /wallet/api/v1/pointsMall/getMoveTerms';
const getNotices = 'GET /wallet/api/v1/notice/getNotices';
const linkWalletType = 8;
const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());

const walletOf = async (fan: TestFan) => (await world.call(getMoveTerms, { fan })).data.wallet;
const noticesOf = async (fan: TestFan) =>
  (await world.call(getNotices, { fan, query: { pageNum: 1, pageSize: 20 } })).data.list.map(
    ({ noticeId: _id, createdAt: _at, isRead: _read, ...notice }) => notice,
  );
/** Receives a code, a minute after all mail before it. */
async function codeOf(fan: TestFan, device?: string) {
  await mailsTo(world, fan.email);
  world.clock.advance(minuteMs);
  const { email, token } = fan;
  return receivedCode(world, email, { type: linkWalletType, token, ...(device !== undefined && { device }) });
}

type LinkBody = { message: string; signature: string; code: string } | { address: string; code: string };
const link = (fan: TestFan, body: LinkBody, device = randomUUID()) =>
  world.call(linkWallet, { fan, body, headers: { 'x-deviceid': device } });
/** Returns a refusal, and asserts that it changes nothing but the count of wrong codes. */
const refusalOf = async (...asked: Parameters<typeof link>) =>
  (await changesNothing(world, () => link(...asked), { except: ['mailed_code'] })).refusal;

/** Asks by a code for the message of a wallet, and signs it. */
async function signLink(fan: TestFan, wallet = newWallet()) {
  const code = await codeOf(fan);
  const { data } = await link(fan, { address: wallet.address, code });
  const { message } = data as { message: string };
  return { message, signature: await wallet.sign(message), code };
}

it('an email account links a wallet, replaces it and removes it, and the wallet opens no account of it', async () => {
  const fan = await world.given.fan();
  expect(await walletOf(fan)).toBeNull();
  const [wallet, other] = [newWallet(), newWallet()];
  const [first, second] = [wallet.address.toLowerCase(), other.address.toLowerCase()];
  expect((await link(fan, await signLink(fan, wallet))).data).toEqual({ wallet: first });
  expect(await walletOf(fan)).toBe(first);
  expect((await signInByWallet(world, wallet)).isNew).toBe(true);
  await link(fan, await signLink(fan, other));
  expect(await walletOf(fan)).toBe(second);
  await world.call(unlinkWallet, { fan });
  expect(await walletOf(fan)).toBeNull();
  await changesNothing(world, () => world.call(unlinkWallet, { fan }));
  expect(await noticesOf(fan)).toEqual([
    { kind: 'walletUnlinked', wallet: second },
    { kind: 'walletLinked', wallet: second },
    { kind: 'walletLinked', wallet: first },
  ]);
});

it('a fan reads by mail, in their language, that a wallet was linked or removed, and what to do about it', async () => {
  const [fan, other] = await world.given.fans(2);
  if (!fan || !other) throw new Error('There are two fans');
  await world.ownerPool.query(`UPDATE fan SET language = 'zh_TW' WHERE id = $1`, [other.id]);
  for (const [owner, subject, advice] of [
    [fan, 'A wallet was linked to your Lightstick account', 'sign out everywhere and change your password'],
    [other, '你的 Lightstick 帳號已連結錢包', '請立即登出所有裝置並變更密碼'],
  ] as const) {
    const wallet = newWallet();
    const body = await signLink(owner, wallet);
    world.clock.advance(minuteMs);
    await link(owner, body);
    const [linked] = await mailsTo(world, owner.email);
    const short = wallet.address.toLowerCase().replace(/^(.{6}).*(.{4})$/, '$1…$2');
    expect(linked).toMatchObject({ subject, text_body: expect.stringContaining(short) });
    expect(linked?.text_body).toContain(advice);
  }
  world.clock.advance(minuteMs);
  await world.call(unlinkWallet, { fan });
  expect((await mailsTo(world, fan.email))[0]?.subject).toBe('Your wallet was removed from Lightstick');
});

it('only the wallet’s own signature links it, for the fan who asked, once', async () => {
  const [fan, other] = await world.given.fans(2);
  if (!fan || !other) throw new Error('There are two fans');
  const body = await signLink(fan);
  const foreign = await newWallet().sign(body.message);
  expect(await refusalOf(fan, { ...body, signature: foreign })).toBe('WALLET_SIGNATURE_INVALID');
  expect(await refusalOf(other, { ...body, code: await codeOf(other) })).toBe('WALLET_CHALLENGE_INVALID');
  await link(fan, body);
  expect(await refusalOf(fan, { ...body, code: await codeOf(fan) })).toBe('WALLET_CHALLENGE_INVALID');
});

it('a session and a wallet are not enough: the code must be the account’s, for this, unused and fresh', async () => {
  const [fan, other] = await world.given.fans(2);
  if (!fan || !other) throw new Error('There are two fans');
  const { address } = newWallet();
  expect(await refusalOf(fan, { address, code: '123456' }), 'none was sent').toBe('CODE_INVALID');
  const codes = { ofOther: await codeOf(other), toSignIn: await receivedCode(world, fan.email, { type: 6 }) };
  for (const code of Object.values(codes)) expect(await refusalOf(fan, { address, code })).toBe('CODE_INVALID');
  const body = await signLink(fan);
  const wrong = String((Number(body.code) + 1) % 1_000_000).padStart(6, '0');
  for (const asked of [
    { address, code: wrong },
    { ...body, code: wrong },
    { ...body, code: codes.ofOther },
  ])
    expect(await refusalOf(fan, asked)).toBe('CODE_INVALID');
  await link(fan, body);
  const { rows } = await world.ownerPool.query<{ address: string }>(
    'SELECT address FROM linked_wallet WHERE fan_id = $1',
    [fan.id],
  );
  // The next message may be had by the used code, but what it signs links nothing.
  const next = newWallet();
  const { data } = await link(fan, { address: next.address, code: body.code });
  const { message } = data as { message: string };
  const again = { message, signature: await next.sign(message), code: body.code };
  expect(await refusalOf(fan, again)).toBe('CODE_INVALID');
  expect(await walletOf(fan)).toBe(rows[0]?.address);
  const late = await codeOf(fan);
  world.clock.advance(10 * minuteMs);
  expect(await refusalOf(fan, { address, code: late })).toBe('CODE_INVALID');
});

it('five wrong codes use up the mail, for either of the two calls', async () => {
  const fan = await world.given.fan();
  const device = randomUUID();
  const code = await codeOf(fan, device);
  const wallet = newWallet();
  const { data } = await link(fan, { address: wallet.address, code }, device);
  const { message } = data as { message: string };
  const signature = await wallet.sign(message);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (const body of [
    { address: wallet.address, code: wrong },
    { message, signature, code: wrong },
  ])
    for (let guess = 0; guess < 2; guess += 1) expect(await refusalOf(fan, body, device)).toBe('CODE_INVALID');
  await refusalOf(fan, { message, signature, code: wrong }, device);
  expect(await refusalOf(fan, { message, signature, code }, device)).toBe('CODE_EXHAUSTED');
  expect(await walletOf(fan)).toBeNull();
});

it('a code is worth nothing once the account has another address', async () => {
  const fan = await world.given.fan();
  const body = await signLink(fan);
  await world.ownerPool.query('UPDATE fan SET email = $2 WHERE id = $1', [fan.id, newEmail()]);
  expect(await refusalOf(fan, body)).toBe('CODE_INVALID');
});

it('of forty at once by one code and one signature, or by one code and eight wallets, one links', async () => {
  for (const wallets of [1, 8]) {
    const fan = await world.given.fan();
    const body = await signLink(fan);
    const bodies = [body];
    for (let place = 1; place < wallets; place += 1) {
      const wallet = newWallet();
      const { data } = await link(fan, { address: wallet.address, code: body.code });
      const { message } = data as { message: string };
      bodies.push({ ...body, message, signature: await wallet.sign(message) });
    }
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, place) => link(fan, bodies[place % wallets] ?? body)),
    );
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    // Those that come later find no message to sign any more.
    const late = [undefined, 'CODE_INVALID', 'WALLET_CHALLENGE_INVALID'];
    expect(late).toEqual(expect.arrayContaining([...new Set(replies.map(({ refusal }) => refusal))]));
    expect(await noticesOf(fan)).toEqual([{ kind: 'walletLinked', wallet: await walletOf(fan) }]);
    expect(
      (await mailsTo(world, fan.email)).filter(
        ({ subject }) => subject === 'A wallet was linked to your Lightstick account',
      ),
    ).toHaveLength(1);
  }
});

it('of forty removals at once one takes effect, and the fan gets one notice and one mail', async () => {
  const fan = await world.given.fan();
  const wallet = await givenLinkedWallet(world, fan);
  await Promise.all(Array.from({ length: 40 }, () => world.call(unlinkWallet, { fan })));
  expect(await noticesOf(fan)).toEqual([{ kind: 'walletUnlinked', wallet }]);
  expect(await mailsTo(world, fan.email)).toHaveLength(1);
});

it('an account that signs in by wallet links none, and is shown its own', async () => {
  const wallet = newWallet();
  const { token } = await signInByWallet(world, wallet);
  const body = { address: newWallet().address, code: '123456' };
  const reply = await changesNothing(world, () => world.call(linkWallet, { headers: { token }, body }));
  expect(reply.refusal).toBe('NOT_AN_EMAIL_ACCOUNT');
  expect((await world.call(getMoveTerms, { headers: { token } })).data.wallet).toBe(wallet.address.toLowerCase());
});

it('a fan who leaves takes the link and what was said of it along', async () => {
  const fan = await world.given.fan();
  await givenLinkedWallet(world, fan);
  await world.call(unlinkWallet, { fan });
  await givenLinkedWallet(world, fan);
  await askForCode(world, fan.email, { type: linkWalletType, token: fan.token });
  await eraseFan(world, fan);
  for (const table of ['linked_wallet', 'notice']) {
    const { rows } = await world.ownerPool.query(`SELECT FROM ${table} WHERE fan_id = $1`, [fan.id]);
    expect(rows).toEqual([]);
  }
});
