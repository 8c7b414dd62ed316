import { connectedAddress, connectWallet, signMessage } from './ask-wallet.ts';
import type { Wallet } from './provider.ts';
import { WalletError } from './wallet-error.ts';
import { isRemembered, watchWallets } from './watch-wallets.ts';

/** A signature by the wallet that holds this account: a wallet that has it unlocked, else the one used last. */
export async function signByAddress(
  signed: { readonly message: string; readonly address: string },
  signal?: AbortSignal,
): Promise<string> {
  const isWanted = (address: string) => address.toLowerCase() === signed.address.toLowerCase();
  const wallets = await foundWallets();
  const open = await Promise.all(wallets.map(connectedAddress));
  const [first] = wallets;
  const wallet = wallets.find((_, place) => isWanted(open[place] ?? '')) ?? first;
  if (!wallet) throw new WalletError('missing');
  if (!isWanted(await connectWallet(wallet, signal))) throw new WalletError('otherAccount');
  return signMessage(wallet, signed, signal);
}

/** The wallets there are, as soon as the one that was used last is among them. */
function foundWallets(): Promise<readonly Wallet[]> {
  return new Promise((resolve) => {
    const stop = watchWallets((wallets, settled) => {
      if (!settled && !wallets.some(isRemembered)) return;
      resolve(wallets);
      // The first report comes during `watchWallets`, before `stop` is assigned.
      queueMicrotask(() => stop());
    });
  });
}
