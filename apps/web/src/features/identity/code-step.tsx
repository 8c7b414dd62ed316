import type { ReactNode } from 'react';
import { CodeSendingNote, SendCodeButton } from './code-field.tsx';
import type { CodeSending } from './use-code-sending.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CodeInput } from '#/ui/code-input.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type CodeStepProps = {
  email: string;
  field: Fields<'code'>['fields']['code'];
  sending: CodeSending;
  /** The code is being checked. */
  busy: boolean;
  /** Called by itself when the six digits are in. */
  onCode: (code: string) => void;
  /** Back to the email. */
  onBack: () => void;
};

/** The step of signing up and signing in at which the mailed code is entered; part of a form. */
export function CodeStep({ email, field, sending, busy, onCode, onBack }: CodeStepProps): ReactNode {
  const t = useText();
  const input = useArrivingFocus<HTMLInputElement>();
  return (
    <>
      <div>
        <h2 className="text-title font-extrabold">{t('account.codeTitle')}</h2>
        <p className="mt-1 text-small text-mute wrap-anywhere">{t('account.codeSentTo', { email })}</p>
      </div>
      <CodeInput
        ref={input}
        label={field.label}
        error={field.error}
        hint={t('account.codeSent')}
        value={field.value}
        onChange={field.set}
        onComplete={onCode}
        action={<SendCodeButton sending={sending} onSend={() => sending.send(email)} />}
      />
      <CodeSendingNote sending={sending} />
      <div className="space-y-1">
        <Button type="submit" size="large" busy={busy}>
          {t('account.continue')}
        </Button>
        <Button variant="quiet" className="w-full" disabled={busy} onClick={onBack}>
          {t('account.otherEmail')}
        </Button>
      </div>
    </>
  );
}
