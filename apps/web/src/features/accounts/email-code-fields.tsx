import { type ReactNode, useState } from 'react';
import type { Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';

type EmailCodeFieldsProps = {
  form: Pick<Fields<'email' | 'code'>, 'fields' | 'values' | 'check' | 'objectTo'>;
  onHasAccount: () => void;
};

/** A newcomer's address and the code that was mailed to it; an address with an account is shown the way in instead. */
export function EmailCodeFields({ form, onHasAccount }: EmailCodeFieldsProps): ReactNode {
  const t = useText();
  const [registered, setRegistered] = useState<string | null>(null);
  const { email } = form.values;
  const isRegistered = registered === email.trim();
  return (
    <>
      <EmailField form={form} />
      {isRegistered ? (
        <Button variant="soft" className="w-full" onClick={onHasAccount}>
          {t('account.signInInstead')}
        </Button>
      ) : null}
      <CodeField
        purpose="register"
        email={email}
        form={form}
        maySend={() => form.check('email')}
        onRegistered={(asked) => {
          setRegistered(asked);
          if (asked === email.trim()) form.objectTo('email', t('account.refused.emailTaken'));
        }}
      />
    </>
  );
}
