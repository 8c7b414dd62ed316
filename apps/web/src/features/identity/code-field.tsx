import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { codeErrorText } from './account-error-text.ts';
import { call } from '#/lib/api/call.ts';
import { serverNowMs, useServerNow } from '#/lib/clock/server-clock.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { configQuery } from '#/lib/use-config.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

type CodeFieldProps = {
  purpose: CodePurpose;
  /** Where the code is sent. */
  email: string;
  form: Pick<Fields<'code'>, 'fields' | 'values'>;
  /** Whether the address is fit to be asked for; left out where the fan does not type it. */
  maySend?: () => boolean;
  /** Called if the checked address has an account. The field may contain another address by then. */
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

/** The `type` of the call, by what the code is for. */
const typeOf = { register: 1, forgotPassword: 2, changeEmail: 3, changePassword: 4, deleteAccount: 5 } as const;

/** What a code is good for. */
type CodePurpose = keyof typeof typeOf;

type CodeSent =
  | { readonly kind: 'sent'; readonly resendAfterSeconds: number }
  | { readonly kind: 'registered'; readonly email: string };

/** Sends a code for one purpose, after the human check; shows a newcomer that the address already has an account. */
function useSendCode(purpose: CodePurpose, onSent: (outcome: CodeSent) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (typed: string): Promise<CodeSent> => {
      const email = typed.trim();
      if (purpose === 'register' && (await isRegistered(email))) return { kind: 'registered', email };
      const { humanCheck } = await queryClient.ensureQueryData(configQuery);
      const googleRecaptchaToken = await humanCheckToken(humanCheck, purpose);
      const { resendAfterSeconds } = await call('GET /wallet/api/v1/user/sendEmail', {
        query: { email, type: typeOf[purpose], googleRecaptchaToken, googleActionType: purpose },
      });
      return { kind: 'sent', resendAfterSeconds };
    },
    onSuccess: onSent,
  });
}

/** Asked as a courtesy. Where the question is rate-limited the code is sent anyway, and registering will tell. */
async function isRegistered(email: string): Promise<boolean> {
  try {
    const { registered } = await call('POST /wallet/api/v1/userExpand/checkMailRegister', { body: { email } });
    return registered;
  } catch (error) {
    if (refusalReason(error) === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}
