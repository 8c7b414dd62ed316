import type { Contract, ErrorOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import type { Fields } from '#/lib/form/use-fields.ts';
import type { Translate, MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason, refusalText } from '#/lib/refusal-text.ts';
import { InsecureContextError } from '#/lib/secrets/seal-secret.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error.ts';
import { Button } from '#/ui/button.tsx';

type FormActionsProps = {
  busy: boolean;
  /** False: its answer has to be waited for. */
  closable: boolean;
  onCancel: () => void;
  children: ReactNode;
};

/** Ends a form in a sheet: says what it does, and lets the fan leave it. */
export function FormActions({ busy, closable, onCancel, children }: FormActionsProps): ReactNode {
  const t = useText();
  return (
    <div className="space-y-1 pt-1">
      <Button type="submit" size="large" busy={busy}>
        {children}
      </Button>
      <Button variant="quiet" className="w-full" disabled={!closable} onClick={onCancel}>
        {t('security.cancel')}
      </Button>
    </div>
  );
}

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

function securityFieldOf(reason: string | undefined) {
  return fieldOf[reason ?? ''];
}

function securityErrorText(error: Error, t: Translate): string {
  if (error instanceof InsecureContextError) return t('account.insecureContext');
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}

/** Returns the field of a form that a failure is about; nothing when it is about the form as a whole. */
function fieldIn<Name extends string>({ fields }: Pick<Fields<Name>, 'fields'>, error: Error): Name | undefined {
  const field = securityFieldOf(refusalReason(error));
  return field !== undefined && field in fields ? (field as Name) : undefined;
}

/** Shows a failure at its field if the form has that field. */
export function objectAtField<Name extends string>(
  form: Pick<Fields<Name>, 'fields' | 'objectTo'>,
  error: Error,
  t: Translate,
): void {
  const field = fieldIn(form, error);
  if (field !== undefined) form.objectTo(field, securityErrorText(error, t));
}

/** Returns the text below the form for a failure that no field shows. */
export function troubleBeneath<Name extends string>(
  form: Pick<Fields<Name>, 'fields'>,
  error: Error | null,
  t: Translate,
): string | undefined {
  return error && fieldIn(form, error) === undefined ? securityErrorText(error, t) : undefined;
}
