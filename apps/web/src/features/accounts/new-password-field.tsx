import type { ReactNode } from 'react';
import type { Fields } from '#/lib/form/use-fields.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';
import { checkPassword } from './password-strength.ts';

type NewPasswordFieldProps = {
  field: Fields<'password'>['fields']['password'];
  /** Of the account, which its password must not be. */
  email: string;
};

/** A password that is chosen here, with its rules ticked off. */
export function NewPasswordField({ field, email }: NewPasswordFieldProps): ReactNode {
  return (
    <PasswordField
      label={field.label}
      error={field.error}
      autoComplete="new-password"
      value={field.value}
      hint={<PasswordChecklist check={checkPassword(field.value, email)} />}
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}
