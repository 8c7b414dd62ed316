import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { signInErrorText } from './account-error-text.ts';
import { EmailField, PasswordField } from './account-fields.tsx';
import { showDeletionCancelled } from './deletion/deletion-cancelled-toast.ts';
import { call } from '#/lib/api/call.ts';
import { emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { type HandedOn, handedEmail } from '#/lib/handed-email.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  password: { label: 'account.password', rules: [required] },
} as const satisfies Record<string, FieldPlan>;

/** Signing in by email and password. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const t = useText();
  const query = useAddressQuery();
  const form = useFields(plan, { email: handedEmail() });
  const { fields, values, check } = form;
  const signIn = useSignIn(onSignedIn);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending && check()) signIn.mutate(values);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <EmailField form={form} autoComplete="username" />
      <PasswordField
        label={fields.password.label}
        error={fields.password.error}
        autoComplete="current-password"
        value={values.password}
        onChange={(event) => fields.password.set(event.currentTarget.value)}
      />
      <p className="-mt-2 text-right">
        <Link
          href={query ? `/forgot-password?${query}` : '/forgot-password'}
          state={{ email: values.email.trim() } satisfies HandedOn}
          className="press inline-flex min-h-11 items-center text-small font-bold text-brand"
        >
          {t('forgotPassword.title')}
        </Link>
      </p>
      {signIn.error ? <InlineAlert>{signInErrorText(signIn.error, t)}</InlineAlert> : null}
      <Button type="submit" size="large" busy={signIn.isPending}>
        {t('account.signIn')}
      </Button>
    </form>
  );
}

type Credentials = { readonly email: string; readonly password: string };

/** Signs in by email; the password leaves the browser encrypted. */
function useSignIn(onSignedIn: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ email, password }: Credentials) =>
      withSealedSecret(password, (secret) =>
        call('POST /wallet/api/v1/user/login', { body: { email: email.trim(), password: secret } }),
      ),
    onSuccess: ({ token, userInfo, ...signedIn }) => {
      beginSession({ token, userInfo });
      showDeletionCancelled(signedIn);
      onSignedIn();
    },
  });
}
