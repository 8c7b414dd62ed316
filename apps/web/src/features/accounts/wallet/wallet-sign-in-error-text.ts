import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error-text.ts';

type WalletSignInRefusal = ErrorOf<Contract['POST /wallet/api/v1/user/metaMaskLogin']> | 'CHAIN_UNAVAILABLE';

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<WalletSignInRefusal, MessageId> = {
  WALLET_CHALLENGE_INVALID: 'wallet.refused.challengeInvalid',
  WALLET_SIGNATURE_INVALID: 'wallet.refused.signatureInvalid',
  INVITE_CODE_UNKNOWN: 'account.refused.inviteCodeUnknown',
  CHAIN_UNAVAILABLE: 'wallet.refused.chainUnavailable',
};

/** Why a sign-in by wallet came to nothing, be it the wallet's word or the server's. */
export function walletSignInErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}
