import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { HumanCheckError } from '#/lib/human-check/human-check-error.ts';
import { InsecureContextError } from '#/lib/secrets/seal-secret.ts';

type SignInRefusal = ErrorOf<Contract['POST /wallet/api/v1/user/login']>;
type SignInByCodeRefusal = ErrorOf<Contract['POST /wallet/api/v1/user/mailCodeLogin']>;
type RegisterRefusal =
  | ErrorOf<Contract['POST /wallet/api/v1/user/checkRegisterCode']>
  | ErrorOf<Contract['POST /wallet/api/v1/user/register']>;
type CodeRefusal = ErrorOf<Contract['GET /wallet/api/v1/user/sendEmail']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const signInTexts: Record<SignInRefusal, MessageId> = {
  WRONG_CREDENTIALS: 'account.refused.wrongCredentials',
  TOO_MANY_ATTEMPTS: 'account.refused.tooManySignIns',
  SECRET_KEY_RETIRED: 'account.refused.keyRetired',
  SECRET_UNREADABLE: 'account.refused.secretUnreadable',
};

const signInByCodeTexts: Record<SignInByCodeRefusal, MessageId> = {
  CODE_INVALID: 'account.refused.codeInvalid',
  CODE_EXHAUSTED: 'account.refused.codeExhausted',
  TOO_MANY_ATTEMPTS: 'account.refused.tooManyAttempts',
};

const registerTexts: Record<RegisterRefusal, MessageId> = {
  EMAIL_TAKEN: 'account.refused.emailTaken',
  CODE_INVALID: 'account.refused.codeInvalid',
  CODE_EXHAUSTED: 'account.refused.codeExhausted',
  TOO_MANY_ATTEMPTS: 'account.refused.tooManyAttempts',
  WEAK_PASSWORD: 'account.refused.weakPassword',
  SECRET_KEY_RETIRED: 'account.refused.keyRetired',
  SECRET_UNREADABLE: 'account.refused.secretUnreadable',
  INVITE_CODE_UNKNOWN: 'account.refused.inviteCodeUnknown',
  NICKNAME_RESERVED: 'account.refused.nicknameReserved',
};

const codeTexts: Record<CodeRefusal, MessageId> = {
  HUMAN_CHECK_FAILED: 'account.refused.humanCheck',
  CODE_TOO_SOON: 'account.refused.codeTooSoon',
  CODES_USED_UP: 'account.refused.codesUsedUp',
  MAILS_TOO_FAST: 'account.refused.mailsTooFast',
  EMAIL_MISSING: 'account.refused.emailMissing',
  EMAIL_UNCHANGED: 'account.refused.emailUnchanged',
};

/** Returns the text of a problem of this browser, which no server could word. */
function localText(error: Error, t: Translate): string | undefined {
  if (error instanceof InsecureContextError) return t('account.insecureContext');
  if (error instanceof HumanCheckError) return humanCheckText(error, t);
  return undefined;
}

function humanCheckText({ failed, provider }: HumanCheckError, t: Translate): string {
  if (failed === 'loading') return t('account.humanCheckNotLoaded');
  return provider === 'recaptcha' ? t('account.noRecaptchaToken') : t('account.humanCheckFailed');
}

export function signInErrorText(error: Error, t: Translate): string {
  return localText(error, t) ?? refusalText(error, signInTexts, t);
}

export function signInByCodeErrorText(error: Error, t: Translate): string {
  return localText(error, t) ?? refusalText(error, signInByCodeTexts, t);
}

export function registerErrorText(error: Error, t: Translate): string {
  return localText(error, t) ?? refusalText(error, registerTexts, t);
}

export function codeErrorText(error: Error, t: Translate): string {
  return localText(error, t) ?? refusalText(error, codeTexts, t);
}

/** The field of the registration form that a refusal is about. */
export const registerFieldOf: Partial<Record<RegisterRefusal, 'email' | 'code' | 'nickname' | 'inviteCode'>> = {
  EMAIL_TAKEN: 'email',
  CODE_INVALID: 'code',
  CODE_EXHAUSTED: 'code',
  INVITE_CODE_UNKNOWN: 'inviteCode',
  NICKNAME_RESERVED: 'nickname',
};
