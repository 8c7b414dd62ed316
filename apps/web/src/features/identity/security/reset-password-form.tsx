import { normaliseEmail } from '@lightstick/contract/email-address';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { objectAtField, troubleBeneath } from './security-form.tsx';
import { EmailField, NewPasswordField, checkPassword, isPasswordFine } from '#/features/identity/account-fields.tsx';
import { CodeField } from '#/features/identity/code-field.tsx';
import { showDeletionCancelled, forgetSession } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import { digits, emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession, currentSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  newPassword: { label: 'security.newPassword', rules: [required] },
} as const satisfies Record<string, FieldPlan>;

type ResetPasswordFormProps = {
  /** The email, if already known. */
  email: string;
  onReset: (outcome: ResetOutcome & { readonly email: string }) => void;
};

/** Asks for the email, the mailed code, and a new password. */
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
      <CodeField
        purpose="forgotPassword"
        email={values.email}
        field={fields.code}
        maySend={() => form.check('email')}
      />
      <NewPasswordField field={fields.newPassword} email={values.email} />
      {trouble === undefined ? null : <InlineAlert>{trouble}</InlineAlert>}
      <Button type="submit" size="large" busy={reset.isPending}>
        {t('forgotPassword.set')}
      </Button>
    </form>
  );
}

type PasswordReset = { readonly email: string; readonly code: string; readonly newPassword: string };

/** The session here after a reset: the fan's; none, so that the fan signs in; or another fan's, unchanged. */
export type ResetOutcome = { readonly here: 'signedIn' | 'signedOut' | 'otherFan' };

/** Sets a new password and signs in with it, unless another fan is signed in here. */
function useResetPassword(onReset: (outcome: ResetOutcome) => void) {
  const queryClient = useQueryClient();

  async function signInAgain(email: string, password: string): Promise<ResetOutcome['here']> {
    const before = currentSession();
    if (before && before.userInfo.email !== email) return 'otherFan';
    try {
      const { token, userInfo, ...signedIn } = await withSealedSecret(password, (secret) =>
        call('POST /wallet/api/v1/user/login', { body: { email, password: secret } }),
      );
      beginSession({ token, userInfo });
      showDeletionCancelled(signedIn);
      return 'signedIn';
    } catch (error) {
      // The password is set. A fan on a crowded network may still have to wait before signing in.
      console.warn('The new password is set, but signing in with it did not go through.', error);
      if (before) forgetSession(queryClient);
      return 'signedOut';
    }
  }

  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async ({ code, newPassword, ...typed }: PasswordReset): Promise<ResetOutcome> => {
      const email = normaliseEmail(typed.email);
      await withSealedSecret(newPassword, (password) =>
        call('POST /wallet/api/v1/user/forgotPassword', { body: { email, code, password } }),
      );
      return { here: await signInAgain(email, newPassword) };
    },
    onSuccess: onReset,
  });
}
