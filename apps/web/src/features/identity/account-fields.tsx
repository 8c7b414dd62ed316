import { type ReactNode, type InputHTMLAttributes, useEffect, useState } from 'react';
import type { Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { prefetch } from '#/lib/lazy-part.ts';
import { FormField } from '#/ui/form-fields.tsx';
import { EyeIcon, EyeOffIcon, MinusIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';

type EmailFieldProps = {
  form: Pick<Fields<'email'>, 'fields' | 'values'>;
  hint?: ReactNode;
  /** `username` where the address is a way in, so that a password keeper fills it in. */
  autoComplete?: 'email' | 'username';
};

/** Asks for an email address, typed on the keyboard for it. */
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

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
};

/** Asks for a password and has a show button, because hidden typing on a phone is error-prone. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? t('password.hide') : t('password.show')}
          className="press grid size-11 place-content-center rounded-control text-mute"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={22} /> : <EyeIcon size={22} />}
        </button>
      }
    />
  );
}

/** Shows the rules of a password, ticked off while typing. */
function PasswordChecklist({ check }: { check: PasswordCheck }): ReactNode {
  const t = useText();
  const rules = [
    { met: check.length, text: t('password.length', { min: shortestPassword, max: longestPassword }) },
    { met: check.variety, text: t('password.variety') },
    { met: check.notEmail, text: t('password.notEmail') },
    // Listed before its list has loaded, so that nothing moves.
    { met: check.notCommon === true, text: t('password.notCommon') },
  ];
  return (
    <ul className="space-y-1">
      {rules.map(({ met, text }) => (
        <li key={text} className={`flex items-center gap-2 ${met ? 'text-ok' : 'text-mute'}`}>
          {met ? <CheckIcon size={16} /> : <MinusIcon size={16} />}
          {text}
          <span className="sr-only">{met ? t('password.met') : t('password.unmet')}</span>
        </li>
      ))}
    </ul>
  );
}

type NewPasswordFieldProps = {
  field: Fields<'password'>['fields']['password'];
  /** The account's email, which its password must not be. */
  email: string;
};

/** Asks for a new password, with its rules ticked off. */
export function NewPasswordField({ field, email }: NewPasswordFieldProps): ReactNode {
  const [, showLoaded] = useState(false);
  useEffect(() => void loadCommonPasswords().then(() => showLoaded(true)), []);
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

/** The server's password rules. */
type PasswordCheck = {
  readonly length: boolean;
  /** Two of letters, digits and symbols. */
  readonly variety: boolean;
  readonly notEmail: boolean;
  /** Undefined while the list of common passwords has not loaded; the server has it. */
  readonly notCommon: boolean | undefined;
};

const shortestPassword = 8;
const longestPassword = 64;

let isCommonPassword: ((password: string) => boolean) | undefined;

/** Loads the server's list of common passwords, which `checkPassword` uses from then on. */
export async function loadCommonPasswords(): Promise<void> {
  await prefetch(async () => {
    ({ isCommonPassword } = await import('@lightstick/contract/common-passwords'));
  });
}

/** Checks what the server checks. */
export function checkPassword(password: string, email: string): PasswordCheck {
  // The form in which the server measures it: keyboards differ in how they compose the same characters.
  const typed = password.normalize('NFKC');
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(typed)).length;
  const address = email.trim().toLowerCase();
  return {
    length: typed.length >= shortestPassword && typed.length <= longestPassword,
    variety: kinds >= 2 && !/\p{Cc}/u.test(typed),
    notEmail: typed !== '' && ![address, address.split('@', 1)[0]].includes(typed.toLowerCase()),
    notCommon: isCommonPassword && typed !== '' && !isCommonPassword(typed),
  };
}

export function isPasswordFine(check: PasswordCheck): boolean {
  return check.length && check.variety && check.notEmail && check.notCommon !== false;
}
