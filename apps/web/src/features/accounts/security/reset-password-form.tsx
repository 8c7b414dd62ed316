import type { FormEvent, ReactNode } from 'react';
import { digits, emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { CodeField } from '../code-field.tsx';
import { EmailField } from '../email-field.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { checkPassword, isPasswordFine } from '../password-strength.ts';
import { objectAtField, troubleBeneath } from './form-trouble.ts';
import { type ResetOutcome, useResetPassword } from './use-reset-password.ts';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  newPassword: { label: 'security.newPassword', rules: [required] },
} as const satisfies Record<string, FieldPlan>;

type ResetPasswordFormProps = {
  /** As far as it is known already. */
  email: string;
  onReset: (outcome: ResetOutcome & { readonly email: string }) => void;
};

/** For who has forgotten their password: the address, the code that was mailed to it, and a new one. */
export function ResetPasswordForm({ email, onReset }: ResetPasswordFormProps): ReactNode {
  const t = useText();
  const form = useFields(plan, { email });
  const { fields, values } = form;
  const reset = useResetPassword((outcome) => onReset({ ...outcome, email: values.email.trim() }));
  const trouble = troubleBeneath(form, reset.error, t);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending || !form.check()) return;
    if (!isPasswordFine(checkPassword(values.newPassword, values.email)))
      return form.objectTo('newPassword', t('account.refused.weakPassword'));
    reset.mutate(values, { onError: (error) => objectAtField(form, error, t) });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <EmailField form={form} hint={t('forgotPassword.emailHint')} autoComplete="username" />
      <CodeField purpose="forgotPassword" email={values.email} form={form} maySend={() => form.check('email')} />
      <NewPasswordField field={fields.newPassword} email={values.email} />
      {trouble === undefined ? null : <InlineAlert>{trouble}</InlineAlert>}
      <Button type="submit" size="large" busy={reset.isPending}>
        {t('forgotPassword.set')}
      </Button>
    </form>
  );
}
