import { type ReactNode, useState } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { codeErrorText } from './account-error-text.ts';
import { useSendCode } from './use-send-code.ts';

type EmailCodeFieldsProps = {
  form: Pick<Fields<'email' | 'code'>, 'fields' | 'values' | 'check' | 'objectTo'>;
  onHasAccount: () => void;
};

/** The address and the code that was mailed to it, with the button that sends one. */
export function EmailCodeFields({ form, onHasAccount }: EmailCodeFieldsProps): ReactNode {
  const t = useText();
  const { fields, values } = form;
  const [resendAtMs, setResendAtMs] = useState<number | null>(null);
  const nowMs = useServerNow(resendAtMs ?? undefined);
  const waitSeconds = resendAtMs === null ? 0 : Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000));
  const send = useSendCode((outcome) => {
    if (outcome.kind === 'sent') setResendAtMs(serverNowMs() + outcome.resendAfterSeconds * 1000);
    else form.objectTo('email', t('account.refused.emailTaken'));
  });
  const label = resendAtMs === null ? t('account.sendCode') : t('account.sendAgain');
  return (
    <>
      <FormField
        label={fields.email.label}
        error={fields.email.error}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={values.email}
        onChange={(event) => fields.email.set(event.currentTarget.value)}
        onBlur={fields.email.leave}
      />
      {send.data?.kind === 'registered' ? (
        <Button variant="soft" className="w-full" onClick={onHasAccount}>
          {t('account.signInInstead')}
        </Button>
      ) : null}
      <div className="flex items-start gap-3">
        <FormField
          className="min-w-0 flex-1"
          label={fields.code.label}
          error={fields.code.error}
          hint={resendAtMs === null ? undefined : t('account.codeSent')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={values.code}
          onChange={(event) => fields.code.set(event.currentTarget.value.replaceAll(/\D/g, ''))}
          onBlur={fields.code.leave}
        />
        <Button
          variant="soft"
          className="num mt-[26px] min-h-13! shrink-0 rounded-control!"
          busy={send.isPending}
          disabled={waitSeconds > 0}
          onClick={() => {
            if (form.check('email')) send.mutate(values.email);
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
