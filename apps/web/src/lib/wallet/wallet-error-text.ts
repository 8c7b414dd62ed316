import type { MessageId, Translate } from '../i18n/i18n.ts';
import { WalletError, type WalletTrouble } from './wallet-error.ts';

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

/** What a wallet's refusal means and what to do about it; nothing for errors that are no wallet's. */
export function walletErrorText(error: unknown, t: Translate): string | undefined {
  return error instanceof WalletError ? t(texts[error.trouble]) : undefined;
}
