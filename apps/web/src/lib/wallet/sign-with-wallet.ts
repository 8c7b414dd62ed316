import { loadChunk } from '../lazy-part.ts';
import type * as Wallets from './wallets.ts';

type SigningRequest = {
  /** The server's text of `POST /wallet/api/v1/user/walletChallenge`. */
  readonly message: string;
  /** The account that has to sign. */
  readonly address: string;
};

/** Wallet code is a separate chunk, loaded on use. */
export function loadWallets(): Promise<typeof Wallets> {
  return loadChunk(() => import('./wallets.ts'));
}

/**
 * Has the fan's wallet sign a message, without a time limit; `signal` aborts. Throws `WalletError` (worded by
 * `walletErrorText`), `ChunkLoadError` or the signal's reason.
 */
export async function signWithWallet(signed: SigningRequest, signal?: AbortSignal): Promise<string> {
  const { signByAddress } = await loadWallets();
  return signByAddress(signed, signal);
}
