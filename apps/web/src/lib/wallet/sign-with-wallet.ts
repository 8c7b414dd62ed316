import { loadChunk } from '../lazy-part.ts';
import type * as Wallets from './wallets.ts';

type Signed = {
  /** As the server wrote it, of `POST /wallet/api/v1/user/walletChallenge`. */
  readonly message: string;
  /** The account that has to sign. */
  readonly address: string;
};

/** Everything about wallets is a chunk of its own, which only those load who use one. */
export function loadWallets(): Promise<typeof Wallets> {
  return loadChunk(() => import('./wallets.ts'));
}

/**
 * Has the fan's wallet sign a message. The wallet shows it in a window of its own, for as long as the fan likes; `signal`
 * gives up. Throws `WalletError`, which `walletErrorText` words, `ChunkLoadError`, or the signal's reason.
 */
export async function signWithWallet(signed: Signed, signal?: AbortSignal): Promise<string> {
  const { signByAddress } = await loadWallets();
  return signByAddress(signed, signal);
}
