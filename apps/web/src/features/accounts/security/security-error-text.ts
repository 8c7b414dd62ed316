import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { InsecureContextError } from '#/lib/secrets/seal-secret.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error-text.ts';

type SecurityRefusal =
  | ErrorOf<Contract['POST /wallet/api/v1/user/forgotPassword']>
  | ErrorOf<Contract['POST /wallet/api/v1/userExpand/updateAccountPassword']>
  | ErrorOf<Contract['POST /wallet/api/v1/userExpand/updateAccountEmail']>
  | ErrorOf<Contract['POST /wallet/api/v1/userExpand/updateWeb3Email']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<SecurityRefusal, MessageId> = {
  WRONG_PASSWORD: 'security.refused.wrongPassword',
  PASSWORD_MISSING: 'security.refused.passwordMissing',
  EMAIL_MISSING: 'account.refused.emailMissing',
  EMAIL_TAKEN: 'security.refused.emailTaken',
  TOO_MANY_ATTEMPTS: 'account.refused.tooManyAttempts',
  CODE_INVALID: 'account.refused.codeInvalid',
  CODE_EXHAUSTED: 'account.refused.codeExhausted',
  WEAK_PASSWORD: 'account.refused.weakPassword',
  SECRET_KEY_RETIRED: 'account.refused.keyRetired',
  SECRET_UNREADABLE: 'account.refused.secretUnreadable',
  NOT_A_WALLET_ACCOUNT: 'security.refused.noWallet',
  WALLET_CHALLENGE_INVALID: 'security.refused.challenge',
  WALLET_SIGNATURE_INVALID: 'security.refused.signature',
};

type FieldName = 'email' | 'code' | 'oldPassword' | 'newPassword';

/** The field of its form that a refusal is about; the others are about the form as a whole. */
const fieldOf: Partial<Record<string, FieldName>> = {
  EMAIL_TAKEN: 'email',
  CODE_INVALID: 'code',
  CODE_EXHAUSTED: 'code',
  WRONG_PASSWORD: 'oldPassword',
  WEAK_PASSWORD: 'newPassword',
} satisfies Partial<Record<SecurityRefusal, FieldName>>;

export function securityFieldOf(reason: string | undefined) {
  return fieldOf[reason ?? ''];
}

export function securityErrorText(error: Error, t: Translate): string {
  if (error instanceof InsecureContextError) return t('account.insecureContext');
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}
