import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

const texts: Record<WalletTrouble, MessageId> = {
  rejected: 'wallet.trouble.rejected',
  pending: 'wallet.trouble.pending',
  unknownChain: 'wallet.trouble.unknownChain',
  internal: 'wallet.trouble.internal',
  missing: 'wallet.trouble.missing',
  otherAccount: 'wallet.trouble.otherAccount',
  otherSite: 'wallet.trouble.otherSite',
  failed: 'wallet.trouble.failed',
};

/** Returns the text of a wallet's refusal and what to do; undefined for other errors. */
export function walletErrorText(error: unknown, t: Translate): string | undefined {
  return error instanceof WalletError ? t(texts[error.trouble]) : undefined;
}

/**
 * Why a wallet gave no signature.
 * - `rejected`: the fan said no (4001), or the wallet did for them (4100).
 * - `pending`: the wallet still has an earlier question open (-32002).
 * - `unknownChain`: the wallet does not know the chain that it was to be on (4902).
 * - `internal`: something broke inside the wallet (-32603).
 * - `missing`: this browser has no wallet, or no longer the one that was chosen.
 * - `otherAccount`: the wallet is there, but the account that has to sign is not open in it.
 * - `otherSite`: the message names another site than the one the page came from.
 * - `failed`: the wallet said something else.
 */
export type WalletTrouble =
  | 'rejected'
  | 'pending'
  | 'unknownChain'
  | 'internal'
  | 'missing'
  | 'otherAccount'
  | 'otherSite'
  | 'failed';

export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly trouble: WalletTrouble;

  constructor(trouble: WalletTrouble, cause?: unknown) {
    super(`The wallet did not sign: ${trouble}`, { cause });
    this.trouble = trouble;
  }
}
