import type { ReactNode } from 'react';
import type { Fields } from '#/lib/form/use-fields.ts';
import { FormField } from '#/ui/form-field.tsx';

type EmailFieldProps = {
  form: Pick<Fields<'email'>, 'fields' | 'values'>;
  hint?: ReactNode;
  /** `username` where the address is a way in, so that a password keeper fills it in. */
  autoComplete?: 'email' | 'username';
};

/** An email address, typed on the keyboard for it. */
export function EmailField({ form, hint, autoComplete = 'email' }: EmailFieldProps): ReactNode {
  const { email } = form.fields;
  return (
    <FormField
      label={email.label}
      error={email.error}
      hint={hint}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      value={form.values.email}
      onChange={(event) => email.set(event.currentTarget.value)}
      onBlur={email.leave}
    />
  );
}
