import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error-text.ts';

type LeaveRefusal =
  | ErrorOf<Contract['POST /wallet/api/v1/user/deleteUser']>
  | ErrorOf<Contract['POST /wallet/api/v1/user/walletChallenge']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<LeaveRefusal, MessageId> = {
  CONFIRMATION_WRONG: 'leave.refused.confirmation',
  CODE_INVALID: 'account.refused.codeInvalid',
  CODE_EXHAUSTED: 'account.refused.codeExhausted',
  NOT_A_WALLET_ACCOUNT: 'leave.refused.noWallet',
  WALLET_CHALLENGE_INVALID: 'leave.refused.challenge',
  WALLET_SIGNATURE_INVALID: 'leave.refused.signature',
};

/** The fields of the form that refusals are about. */
export const leaveFieldOf: Partial<Record<string, 'confirm' | 'code'>> = {
  CONFIRMATION_WRONG: 'confirm',
  CODE_INVALID: 'code',
  CODE_EXHAUSTED: 'code',
} satisfies Partial<Record<LeaveRefusal, 'confirm' | 'code'>>;

export function leaveErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}
