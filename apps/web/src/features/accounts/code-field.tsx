import { type ReactNode, useState } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { codeErrorText } from './account-error-text.ts';
import { type CodePurpose, useSendCode } from './use-send-code.ts';

type CodeFieldProps = {
  purpose: CodePurpose;
  /** Where the code is sent. */
  email: string;
  form: Pick<Fields<'code'>, 'fields' | 'values'>;
  /** Whether the address is fit to be asked for; left out where the fan does not type it. */
  maySend?: () => boolean;
  /** The newcomer's address has an account already: the one that was asked about, whatever stands there by now. */
  onRegistered?: (email: string) => void;
};

/** The six digits that were mailed, with the button that has them sent. */
export function CodeField({ purpose, email, form, maySend, onRegistered }: CodeFieldProps): ReactNode {
  const t = useText();
  const { code } = form.fields;
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  const nowMs = useServerNow(resendAtMs ?? undefined);
  const waitSeconds = resendAtMs === null ? 0 : Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000));
  const send = useSendCode(purpose, (outcome) => {
    if (outcome.kind === 'sent') setResendAtMs(serverNowMs() + outcome.resendAfterSeconds * 1000);
    else onRegistered?.(outcome.email);
  });
  const label = resendAtMs === null ? t('account.sendCode') : t('account.sendAgain');
  return (
    <>
      <div className="flex items-start gap-3">
        <FormField
          className="min-w-0 flex-1"
          label={code.label}
          error={code.error}
          hint={resendAtMs === null ? undefined : t('account.codeSent')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={form.values.code}
          onChange={(event) => code.set(event.currentTarget.value.replaceAll(/\D/g, ''))}
          onBlur={code.leave}
        />
        <Button
          variant="soft"
          className="num mt-[26px] min-h-13! shrink-0 rounded-control!"
          busy={send.isPending}
          disabled={waitSeconds > 0}
          onClick={() => {
            if (maySend?.() !== false) send.mutate(email);
          }}
        >
          {waitSeconds > 0 ? t('account.sendAgainIn', { seconds: waitSeconds }) : label}
        </Button>
      </div>
      {send.isPending ? (
        <p role="status" className="text-small text-mute">
          {t('account.checkingHuman')}
        </p>
      ) : null}
      {send.error ? <InlineAlert>{codeErrorText(send.error, t)}</InlineAlert> : null}
    </>
  );
}
