import type { TestFan } from './given-fan.ts';
import { newWallet, type TestWallet } from './wallet.ts';
import type { World } from './world.ts';

export const linkWallet = 'POST /wallet/api/v1/userExpand/linkWallet';

/** Asks for the message that links a wallet. */
export async function linkMessage(world: World, fan: TestFan, address: string): Promise<string> {
  const { data } = await world.call(linkWallet, { fan, body: { address } });
  return (data as { message: string }).message;
}

/** Links a new wallet to an email account the way fans do. Returns its address in lower case. */
export async function linkNewWallet(world: World, fan: TestFan, wallet: TestWallet = newWallet()): Promise<string> {
  const message = await linkMessage(world, fan, wallet.address);
  const signature = await wallet.sign(message);
  const reply = await world.call(linkWallet, { fan, body: { message, signature } });
  if (reply.refusal) throw new Error(`Linking a wallet was refused: ${reply.refusal}`);
  return wallet.address.toLowerCase();
}
