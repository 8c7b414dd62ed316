import type { ReactNode } from 'react';
import { codeErrorText } from './account-error-text.ts';
import { type CodePurpose, type CodeSending, useCodeSending } from './use-code-sending.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CodeInput } from '#/ui/code-input.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

type CodeFieldProps = {
  purpose: CodePurpose;
  /** Where the code is sent. */
  email: string;
  field: Fields<'code'>['fields']['code'];
  /** Whether the address is fit to be asked for; left out where the fan does not type it. */
  maySend?: () => boolean;
};

/** The six digits that were mailed, with the button that has them sent. */
export function CodeField({ purpose, email, field, maySend }: CodeFieldProps): ReactNode {
  const t = useText();
  const sending = useCodeSending(purpose);
  return (
    <>
      <CodeInput
        label={field.label}
        error={field.error}
        hint={sending.wasSent ? t('account.codeSent') : undefined}
        value={field.value}
        onChange={field.set}
        onBlur={field.leave}
        action={
          <SendCodeButton
            sending={sending}
            onSend={() => {
              if (maySend?.() !== false) sending.send(email);
            }}
          />
        }
      />
      <CodeSendingNote sending={sending} />
    </>
  );
}

/** Has the code sent, and again after a while. */
export function SendCodeButton({ sending, onSend }: { sending: CodeSending; onSend: () => void }): ReactNode {
  const t = useText();
  const { waitSeconds, wasSent, isSending } = sending;
  const label = wasSent ? t('account.sendAgain') : t('account.sendCode');
  return (
    <Button variant="soft" className="num shrink-0" busy={isSending} disabled={waitSeconds > 0} onClick={onSend}>
      {waitSeconds > 0 ? t('account.sendAgainIn', { seconds: waitSeconds }) : label}
    </Button>
  );
}

/** What the sending waits for, or why it failed. Its line is reserved, so that no button moves from under a finger. */
export function CodeSendingNote({ sending: { isSending, isQueued, error } }: { sending: CodeSending }): ReactNode {
  const t = useText();
  if (error && !isSending) return <InlineAlert>{codeErrorText(error, t)}</InlineAlert>;
  return (
    <p role="status" className="-mt-3 min-h-5 text-small text-mute">
      {isSending ? t(isQueued ? 'account.mailsQueued' : 'account.checkingHuman') : null}
    </p>
  );
}
