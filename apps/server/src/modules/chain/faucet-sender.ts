import type { Services } from '#/services.ts';
import type { Sender } from './sending.ts';

/** A transfer takes 21,000; wallets that are contracts may note what they get. */
const mostGas = 60_000n;

/** Sends test coins by the faucet's own key; undefined without one. What cannot be paid waits until its address has coins again. */
export function faucetSender({ settings }: Pick<Services, 'settings'>): Sender | undefined {
  const { faucetKey: key, faucetWei } = settings;
  if (key === undefined) return undefined;
  return {
    purpose: 'testCoin',
    key,
    mostGas,
    async refusal(node, address) {
      const balance = await node.balanceOf(address);
      return balance > faucetWei.each ? undefined : `The faucet is empty: ${address} has ${balance} wei.`;
    },
  };
}
