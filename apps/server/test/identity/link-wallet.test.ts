import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { linkMessage, linkNewWallet, linkWallet } from '../world/linked-wallet.ts';
import { newWallet, signInByWallet } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

const unlinkWallet = 'POST /wallet/api/v1/userExpand/unlinkWallet';
const getMoveTerms = 'POST /wallet/api/v1/pointsMall/getMoveTerms';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());

const walletOf = async (fan: Awaited<ReturnType<typeof world.given.fan>>) =>
  (await world.call(getMoveTerms, { fan })).data.wallet;

it('an email account links a wallet, replaces it and removes it, and the wallet opens no account of it', async () => {
  const fan = await world.given.fan();
  expect(await walletOf(fan)).toBeNull();
  const wallet = newWallet();
  const first = await linkNewWallet(world, fan, wallet);
  expect(await walletOf(fan)).toBe(first);
  expect((await signInByWallet(world, wallet)).isNew).toBe(true);
  const second = await linkNewWallet(world, fan);
  expect(await walletOf(fan)).toBe(second);
  await world.call(unlinkWallet, { fan });
  expect(await walletOf(fan)).toBeNull();
});

it('only the wallet’s own signature links it, for the fan who asked, once', async () => {
  const [fan, other] = await world.given.fans(2);
  if (!fan || !other) throw new Error('There are two fans');
  const wallet = newWallet();
  const message = await linkMessage(world, fan, wallet.address);
  const signature = await wallet.sign(message);
  const refusalOf = async (by: typeof fan, body: { message: string; signature: string }) =>
    (await changesNothing(world, () => world.call(linkWallet, { fan: by, body }))).refusal;
  const foreign = await newWallet().sign(message);
  expect(await refusalOf(fan, { message, signature: foreign })).toBe('WALLET_SIGNATURE_INVALID');
  expect(await refusalOf(other, { message, signature })).toBe('WALLET_CHALLENGE_INVALID');
  await world.call(linkWallet, { fan, body: { message, signature } });
  expect(await refusalOf(fan, { message, signature })).toBe('WALLET_CHALLENGE_INVALID');
});

it('an account that signs in by wallet links none, and is shown its own', async () => {
  const wallet = newWallet();
  const { token } = await signInByWallet(world, wallet);
  const body = { address: newWallet().address };
  const reply = await changesNothing(world, () => world.call(linkWallet, { headers: { token }, body }));
  expect(reply.refusal).toBe('NOT_AN_EMAIL_ACCOUNT');
  expect((await world.call(getMoveTerms, { headers: { token } })).data.wallet).toBe(wallet.address.toLowerCase());
});

it('a fan who leaves takes the link along', async () => {
  const fan = await world.given.fan();
  await linkNewWallet(world, fan);
  await eraseFan(world, fan);
  const { rows } = await world.ownerPool.query('SELECT FROM linked_wallet WHERE fan_id = $1', [fan.id]);
  expect(rows).toEqual([]);
});
