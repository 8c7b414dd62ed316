import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { runJobs } from '../../world/sign-up.ts';
import { messageFor, newWallet, signInByWallet, walletChallenge, walletLogin } from '../../world/wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';
const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({
    environment: { PUBLIC_URL: 'https://vote.example.com:8443', RATE_LIMIT_FACTOR: '1000' },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends what should be refused, and holds that it leaves no trace. */
const expectRefusal = (body: { message: string; signature: string; inviteCode?: string }) =>
  changesNothing(world, () => world.call(walletLogin, { body }));

describe('the message that a wallet is asked to sign', () => {
  it('is by EIP-4361, for this site, chain 97 and five minutes', async () => {
    const { address } = newWallet();
    const message = await messageFor(world, address.toLowerCase());
    const now = world.clock.now();
    expect(parseSiweMessage(message)).toEqual({
      domain: 'vote.example.com:8443',
      address,
      statement: 'Sign in to Lightstick. This costs nothing and moves nothing.',
      uri: 'https://vote.example.com:8443',
      version: '1',
      chainId: 97,
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      issuedAt: now,
      expirationTime: new Date(now.getTime() + 5 * minuteMs),
    });
    expect(validateSiweMessage({ message: parseSiweMessage(message), address, time: now })).toBe(true);
    expect(message).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it('is another one each time', async () => {
    const { address } = newWallet();
    expect(await messageFor(world, address)).not.toBe(await messageFor(world, address));
  });

  it.each(['0x1234', 'vote.example.com', `0x${'g'.repeat(40)}`])(
    'is not given to %s, which is no address',
    async (address) => {
      await changesNothing(world, async () => {
        for (const language of ['en_US', 'zh_TW'] as const) {
          const reply = await world.call(walletLogin, { body: { address }, language });
          expect([reply.status, reply.refusal]).toEqual([422, 'REQUEST_INVALID']);
          expect(reply.message).toContain('address');
        }
      });
    },
  );
});

describe('signing in by wallet', () => {
  it('opens an account the first time, and finds it again', async () => {
    const wallet = newWallet();
    const first = await signInByWallet(world, wallet, { language: 'zh_TW' });
    expect(first).toMatchObject({ isNew: true, deletionCancelled: false });
    expect(first.userInfo).toMatchObject({
      accountKind: 'web3',
      walletAddress: wallet.address.toLowerCase(),
      email: null,
      hasPassword: false,
      languageType: 'zh_TW',
      nickname: expect.stringMatching(/^粉絲 [A-Z2-9]{4}$/),
    });
    const again = await signInByWallet(world, wallet, { chain: 'BNB' });
    expect(again.isNew).toBe(false);
    expect(again.userInfo).toEqual(first.userInfo);
    const asked = await world.call(getUserInfo, { body: {}, headers: { token: again.token } });
    expect(asked.data).toEqual(first.userInfo);
  });

  it('hands the browser its passport', async () => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const { headers } = await world.call(walletLogin, { body: { message, signature: await wallet.sign(message) } });
    expect(headers['set-cookie']).toMatch(/^passport=[\w.-]+; .*HttpOnly; Secure; SameSite=Lax/);
  });

  it('notes who invited the newcomer, and ignores the code of a fan who has an account', async () => {
    const inviter = await signInByWallet(world, newWallet());
    const wallet = newWallet();
    const invited = await signInByWallet(world, wallet, { inviteCode: inviter.userInfo.fanCode.toLowerCase() });
    const { invited_by } = await world.db
      .selectFrom('fan')
      .select('invited_by')
      .where('account_id', '=', invited.userInfo.accountId)
      .executeTakeFirstOrThrow();
    const { id } = await world.db
      .selectFrom('fan')
      .select('id')
      .where('account_id', '=', inviter.userInfo.accountId)
      .executeTakeFirstOrThrow();
    expect(invited_by).toBe(id);
    expect((await signInByWallet(world, wallet, { inviteCode: 'NOBODY22' })).isNew).toBe(false);
  });

  it('with an unknown code is refused, and the same signature is valid without it', async () => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const signature = await wallet.sign(message);
    const reply = await expectRefusal({ message, signature, inviteCode: 'NOBODY22' });
    expect(reply.refusal).toBe('INVITE_CODE_UNKNOWN');
    expect((await world.call(walletLogin, { body: { message, signature } })).code).toBe(0);
  });

  it('takes back that the account was to be deleted', async () => {
    const wallet = newWallet();
    const { userInfo } = await signInByWallet(world, wallet);
    await world.db
      .updateTable('fan')
      .set({ deletion_requested_at: world.clock.now() })
      .where('account_id', '=', userInfo.accountId)
      .execute();
    expect((await signInByWallet(world, wallet)).deletionCancelled).toBe(true);
    expect((await signInByWallet(world, wallet)).deletionCancelled).toBe(false);
  });

  it('begins one session when one signature comes forty times at once', async () => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const body = { message, signature: await wallet.sign(message) };
    const replies = await Promise.all(Array.from({ length: 40 }, () => world.call(walletLogin, { body })));
    const refusals = replies.filter(({ code }) => code !== 0);
    expect(refusals.map(({ refusal }) => refusal)).toEqual(Array(39).fill('WALLET_CHALLENGE_INVALID'));
    const sessions = await world.db
      .selectFrom('session')
      .innerJoin('fan', 'fan.id', 'session.fan_id')
      .select('sign_in_id')
      .distinct()
      .where('wallet_address', '=', wallet.address.toLowerCase())
      .execute();
    expect(sessions).toHaveLength(1);
  });

  it('opens one account when a new wallet signs twenty messages at once', async () => {
    const wallet = newWallet();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => signInByWallet(world, wallet)));
    expect(new Set(sessions.map(({ userInfo }) => userInfo.accountId)).size).toBe(1);
    expect(sessions.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(20);
  });
});

describe('a signed message is refused', () => {
  it('the second time', async () => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const signature = await wallet.sign(message);
    expect((await world.call(walletLogin, { body: { message, signature } })).code).toBe(0);
    expect((await expectRefusal({ message, signature })).refusal).toBe('WALLET_CHALLENGE_INVALID');
  });

  it('from the moment when it expires', async () => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const signature = await wallet.sign(message);
    world.clock.advance(5 * minuteMs);
    expect((await expectRefusal({ message, signature })).refusal).toBe('WALLET_CHALLENGE_INVALID');
  });

  it('when another wallet signed it, and is still good for the right one', async () => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const forged = await newWallet().sign(message);
    expect((await expectRefusal({ message, signature: forged })).refusal).toBe('WALLET_SIGNATURE_INVALID');
    const signature = await wallet.sign(message);
    expect((await world.call(walletLogin, { body: { message, signature } })).code).toBe(0);
  });

  it('when the wallet signed another message of its own', async () => {
    const wallet = newWallet();
    const [message, other] = [await messageFor(world, wallet.address), await messageFor(world, wallet.address)];
    const reply = await expectRefusal({ message, signature: await wallet.sign(other) });
    expect(reply.refusal).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each([
    ['for another site', (text: string) => text.replaceAll('vote.example.com:8443', 'vote.example.org')],
    ['for another chain', (text: string) => text.replace('Chain ID: 97', 'Chain ID: 56')],
    ['for longer', (text: string) => text.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2099')],
    ['for another purpose', (text: string) => text.replace('Sign in to Lightstick.', 'Good morning.')],
    ['with another nonce', (text: string) => text.replace(/Nonce: \w/, 'Nonce: z')],
    ['by another address', (text: string) => text.replace(/0x[0-9a-fA-F]{40}/, newWallet().address)],
  ])('when it was rewritten: %s', async (_, rewritten) => {
    const wallet = newWallet();
    const message = rewritten(await messageFor(world, wallet.address));
    const reply = await expectRefusal({ message, signature: await wallet.sign(message) });
    expect(reply.refusal).toBe('WALLET_CHALLENGE_INVALID');
  });

  it('when it was made to confirm something', async () => {
    const wallet = newWallet();
    const { token } = await signInByWallet(world, wallet);
    const { data } = await world.call(walletChallenge, { body: { purpose: 'leave' }, headers: { token } });
    const reply = await expectRefusal({ message: data.message, signature: await wallet.sign(data.message) });
    expect(reply.refusal).toBe('WALLET_CHALLENGE_INVALID');
  });

  it.each([
    ['is zero', () => `0x${'00'.repeat(65)}`],
    [
      'has one digit wrong',
      (signature: string) => signature.replace(/^0x./, (start) => (start === '0x1' ? '0x2' : '0x1')),
    ],
    ['has an unknown ending', (signature: string) => `${signature.slice(0, -2)}ff`],
    ['is cut off', (signature: string) => signature.slice(0, -2)],
    [
      "is a contract wallet's, where no node of the chain is set",
      (signature: string) => `${signature}${'00'.repeat(32)}`,
    ],
  ])('when the signature %s', async (_, spoilt) => {
    const wallet = newWallet();
    const message = await messageFor(world, wallet.address);
    const reply = await expectRefusal({ message, signature: spoilt(await wallet.sign(message)) });
    expect(reply.refusal).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each([
    ['signature', { message: 'words' }],
    ['signature', { message: 'words', signature: 'no hexadecimal' }],
    ['signature', { message: 'words', signature: `0x${'ab'.repeat(4097)}` }],
    ['message', { message: 'x'.repeat(2001), signature: '0xab' }],
    ['address', {}],
    ['chain', { address: `0x${'a'.repeat(40)}`, chain: 'ETH' }],
  ])('when its %s is not right', async (field, body) => {
    const reply = await changesNothing(world, () => world.call(walletLogin, { body: body as { address: string } }));
    expect([reply.status, reply.refusal]).toEqual([422, 'REQUEST_INVALID']);
    expect(reply.message).toContain(field);
  });
});

describe('unsigned messages', () => {
  it('are swept away once they have expired', async () => {
    const before = await messageFor(world, newWallet().address);
    world.clock.advance(5 * minuteMs + 1);
    const after = await messageFor(world, newWallet().address);
    await world.ownerPool.query("SELECT graphile_worker.add_job('sweep-wallet-challenges')");
    await runJobs(world);
    const left = await world.db.selectFrom('wallet_challenge').select('message').execute();
    expect(left.map(({ message }) => message)).toContain(after);
    expect(left.map(({ message }) => message)).not.toContain(before);
  });
});

describe('one address', () => {
  it('can ask for hundreds of messages a minute, as a stadium behind it does, and not without end', async () => {
    await using strict = await createWorld();
    const { address } = newWallet();
    const refusals: unknown[] = [];
    // The clock is fixed, so the order of the requests does not matter.
    for (let turn = 0; turn < 65; turn += 1) {
      const asking = Array.from({ length: 10 }, () => strict.call(walletLogin, { body: { address } }));
      refusals.push(...(await Promise.all(asking)).map(({ refusal }) => refusal));
    }
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(600);
    expect(refusals.filter((refusal) => refusal === 'TOO_MANY_REQUESTS')).toHaveLength(50);
  });
});
