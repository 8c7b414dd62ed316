import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { FormField } from '#/ui/form-field.tsx';
import { EyeIcon, EyeOffIcon } from '#/ui/icons/more-icons.tsx';

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
};

/** A password that can be shown, because on a phone nobody types a hidden one right at once. */
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
