import type { Contract, DataOf, Language } from '@lightstick/contract';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { World } from './world.ts';

export const walletLogin = 'POST /wallet/api/v1/user/metaMaskLogin';
export const walletChallenge = 'POST /wallet/api/v1/user/walletChallenge';

type Answer = DataOf<Contract[typeof walletLogin]>;
export type WalletSession = Extract<Answer, { token: string }>;

/** A wallet that is a key, as most are. */
export type TestWallet = ReturnType<typeof newWallet>;

export function newWallet() {
  const account = privateKeyToAccount(generatePrivateKey());
  return {
    address: account.address,
    sign: (message: string) => account.signMessage({ message }),
  };
}

/** Asks for the message that signs a wallet in. */
export async function messageFor(world: World, address: string): Promise<string> {
  const { data } = await world.call(walletLogin, { body: { address } });
  return (data as Extract<Answer, { message: string }>).message;
}

type SignInOptions = { readonly inviteCode?: string; readonly chain?: 'BNB'; readonly language?: Language };

/** Signs in by a wallet the way fans do; the first time opens its account. */
export async function signInByWallet(
  world: World,
  { address, sign }: Pick<TestWallet, 'address' | 'sign'>,
  { language, ...rest }: SignInOptions = {},
): Promise<WalletSession> {
  const message = await messageFor(world, address);
  const body = { message, signature: await sign(message), ...rest };
  const reply = await world.call(walletLogin, { body, ...(language && { language }) });
  if (reply.refusal) throw new Error(`Signing in by wallet was refused: ${reply.refusal}`);
  return reply.data as WalletSession;
}
