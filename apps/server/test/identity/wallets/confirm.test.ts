import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveWallet, spendWalletProof, type WalletProof } from '#/modules/identity/index.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { messageFor, newWallet, signInByWallet, type TestWallet, walletChallenge } from '../../world/wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());

type Purpose = 'leave' | 'bindEmail';

async function givenWalletFan() {
  const wallet = newWallet();
  const { token, userInfo } = await signInByWallet(world, wallet);
  const { id } = await world.db
    .selectFrom('fan')
    .select('id')
    .where('account_id', '=', userInfo.accountId)
    .executeTakeFirstOrThrow();
  return { id, token, wallet };
}

async function asked(token: string, purpose: Purpose): Promise<string> {
  const { data } = await world.call(walletChallenge, { body: { purpose }, headers: { token } });
  return data.message;
}

type Proof = { fanId: number; purpose?: Purpose; message: string; wallet: TestWallet };

async function prove({ fanId, purpose = 'leave', message, wallet }: Proof): Promise<WalletProof> {
  const signature = await wallet.sign(message);
  return proveWallet(world.services, { fanId, purpose, message, signature, now: world.clock.now() });
}

const use = (proof: WalletProof) => world.db.transaction().execute((tx) => spendWalletProof(tx, proof));

describe('the message by which a wallet confirms', () => {
  it.each([
    ['leave', 'I want my Lightstick account to be deleted'],
    ['bindEmail', 'I want an email address to be bound to my Lightstick account'],
  ] as const)('%s says what is agreed to', async (purpose, words) => {
    const fan = await givenWalletFan();
    const { data } = await world.call(walletChallenge, { body: { purpose }, headers: { token: fan.token } });
    expect(data.message).toContain(words);
    expect(data.message).toContain(fan.wallet.address);
    expect(data.expiresAt).toBe(new Date(world.clock.now().getTime() + 5 * minuteMs).toISOString());
  });

  it('is not for a fan with an email account', async () => {
    const fan = await world.given.fan();
    const reply = await changesNothing(world, () => world.call(walletChallenge, { body: { purpose: 'leave' }, fan }));
    expect(reply.refusal).toBe('NOT_A_WALLET_ACCOUNT');
  });

  it('is for signed-in fans only', async () => {
    const reply = await changesNothing(world, () => world.call(walletChallenge, { body: { purpose: 'leave' } }));
    expect([reply.status, reply.refusal]).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('a confirmation', () => {
  it('counts once', async () => {
    const fan = await givenWalletFan();
    const proof = await prove({ fanId: fan.id, message: await asked(fan.token, 'leave'), wallet: fan.wallet });
    await use(proof);
    await expect(use(proof)).rejects.toMatchObject({ reason: 'WALLET_CHALLENGE_INVALID' });
  });

  it('counts once of forty at once', async () => {
    const fan = await givenWalletFan();
    const proof = await prove({ fanId: fan.id, message: await asked(fan.token, 'leave'), wallet: fan.wallet });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => use(proof)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not used up when what it allowed came to nothing', async () => {
    const fan = await givenWalletFan();
    const proof = await prove({ fanId: fan.id, message: await asked(fan.token, 'leave'), wallet: fan.wallet });
    const failing = world.db.transaction().execute(async (tx) => {
      await spendWalletProof(tx, proof);
      throw new Error('something else went wrong');
    });
    await expect(failing).rejects.toThrow('something else went wrong');
    await expect(use(proof)).resolves.toBeUndefined();
  });

  type Given = { fan: Awaited<ReturnType<typeof givenWalletFan>>; other: Awaited<ReturnType<typeof givenWalletFan>> };

  it.each<[string, string, (given: Given) => Promise<Proof>]>([
    [
      'was asked for another purpose',
      'WALLET_CHALLENGE_INVALID',
      async ({ fan }) => ({ fanId: fan.id, message: await asked(fan.token, 'bindEmail'), wallet: fan.wallet }),
    ],
    [
      "is another fan's",
      'WALLET_CHALLENGE_INVALID',
      async ({ fan, other }) => ({ fanId: fan.id, message: await asked(other.token, 'leave'), wallet: other.wallet }),
    ],
    [
      'was for signing in',
      'WALLET_CHALLENGE_INVALID',
      async ({ fan }) => ({ fanId: fan.id, message: await messageFor(world, fan.wallet.address), wallet: fan.wallet }),
    ],
    [
      'was signed by another wallet',
      'WALLET_SIGNATURE_INVALID',
      async ({ fan, other }) => ({ fanId: fan.id, message: await asked(fan.token, 'leave'), wallet: other.wallet }),
    ],
    [
      'has expired',
      'WALLET_CHALLENGE_INVALID',
      async ({ fan }) => {
        const message = await asked(fan.token, 'leave');
        world.clock.advance(5 * minuteMs);
        return { fanId: fan.id, message, wallet: fan.wallet };
      },
    ],
    [
      'is for a fan without a wallet',
      'NOT_A_WALLET_ACCOUNT',
      async ({ fan }) => {
        const { id } = await world.given.fan();
        return { fanId: id, message: await asked(fan.token, 'leave'), wallet: fan.wallet };
      },
    ],
  ])('is refused when it %s', async (_, reason, given) => {
    const proof = await given({ fan: await givenWalletFan(), other: await givenWalletFan() });
    await changesNothing(world, () => expect(prove(proof)).rejects.toMatchObject({ reason }));
  });
});
