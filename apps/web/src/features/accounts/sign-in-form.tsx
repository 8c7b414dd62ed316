import type { FormEvent, ReactNode } from 'react';
import { emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { signInErrorText } from './account-error-text.ts';
import { PasswordField } from './password-field.tsx';
import { useSignIn } from './use-sign-in.ts';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  password: { label: 'account.password', rules: [required] },
} as const satisfies Record<string, FieldPlan>;

/** Signing in by email and password. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const t = useText();
  const { fields, values, check } = useFields(plan);
  const signIn = useSignIn(onSignedIn);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending && check()) signIn.mutate(values);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormField
        label={fields.email.label}
        error={fields.email.error}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={values.email}
        onChange={(event) => fields.email.set(event.currentTarget.value)}
        onBlur={fields.email.leave}
      />
      <PasswordField
        label={fields.password.label}
        error={fields.password.error}
        autoComplete="current-password"
        value={values.password}
        onChange={(event) => fields.password.set(event.currentTarget.value)}
      />
      {signIn.error ? <InlineAlert>{signInErrorText(signIn.error, t)}</InlineAlert> : null}
      <Button type="submit" size="large" busy={signIn.isPending}>
        {t('account.signIn')}
      </Button>
    </form>
  );
}
