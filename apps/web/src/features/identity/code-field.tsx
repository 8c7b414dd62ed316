import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { serverNowMs, useServerNow } from '#/lib/clock/server-clock.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { configQuery } from '#/lib/use-config.ts';
import { Button } from '#/ui/button.tsx';
import { CodeInput } from '#/ui/code-input.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { codeErrorText } from './account-error-text.ts';

type CodeFieldProps = {
  purpose: CodePurpose;
  /** The address to which the code is sent. */
  email: string;
  field: Fields<'code'>['fields']['code'];
  /** Tells whether the address may be used; left out where the fan does not type it. */
  maySend?: () => boolean;
};

/** Asks for the six digits that were mailed, with the button that has them sent. */
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

/**
 * Says what the sending waits for, or why it failed. Its line is reserved, so that no button moves from under a finger.
 */
export function CodeSendingNote({ sending: { isSending, isQueued, error } }: { sending: CodeSending }): ReactNode {
  const t = useText();
  if (error && !isSending) return <InlineAlert>{codeErrorText(error, t)}</InlineAlert>;
  return (
    <p role="status" className="-mt-3 min-h-5 text-small text-mute">
      {isSending ? t(isQueued ? 'account.mailsQueued' : 'account.checkingHuman') : null}
    </p>
  );
}

type CodeStepProps = {
  email: string;
  field: Fields<'code'>['fields']['code'];
  sending: CodeSending;
  /** The code is being checked. */
  busy: boolean;
  /** Runs by itself when the six digits are in. */
  onCode: (code: string) => void;
  /** Back to the email. */
  onBack: () => void;
};

/** Shows the step of signing up and signing in at which the mailed code is entered; part of a form. */
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

/** The `type` of the call, by the purpose of the code. */
const typeOf = {
  register: 1,
  forgotPassword: 2,
  changeEmail: 3,
  changePassword: 4,
  deleteAccount: 5,
  signIn: 6,
  confirmEmailChange: 7,
  linkWallet: 8,
} as const;

/** The purpose of a code. */
type CodePurpose = keyof typeof typeOf;

type CodeSent =
  | { readonly kind: 'sent'; readonly email: string; readonly resendAfterSeconds: number }
  | { readonly kind: 'registered'; readonly email: string };

type Listeners = {
  /** The code is on its way to the address. */
  readonly onSent?: (email: string) => void;
  /** The address of a newcomer has an account already, so no code was sent. */
  readonly onRegistered?: (email: string) => void;
};

/** A network that sends many mails waits its turn: about 2, 4, 8, 16 and 32 seconds, not all fans at once. */
const mostWaits = 5;
const waitMs = (failures: number) => 1000 * 2 ** (failures + 1) * (0.75 + Math.random() / 2);

export type CodeSending = {
  readonly send: (email: string) => void;
  readonly wasSent: boolean;
  /** Tells whether the last code went to this address less than a minute ago. */
  readonly isOnItsWayTo: (email: string) => boolean;
  /** Seconds until the next code may be asked for. */
  readonly waitSeconds: number;
  readonly isSending: boolean;
  /** The network's other mails come first; the code is asked for again by itself. */
  readonly isQueued: boolean;
  readonly error: Error | null;
};

/** Sends codes for one purpose, after the human check, and counts the seconds until the next. */
export function useCodeSending(purpose: CodePurpose, { onSent, onRegistered }: Listeners = {}): CodeSending {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<{ readonly email: string; readonly resendAtMs: number } | null>(null);
  const nowMs = useServerNow(sent?.resendAtMs);
  const sending = useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (typed: string): Promise<CodeSent> => {
      const email = typed.trim();
      if (purpose === 'register' && (await isRegistered(email))) return { kind: 'registered', email };
      const { humanCheck } = await queryClient.ensureQueryData(configQuery);
      const googleRecaptchaToken = await humanCheckToken(humanCheck, purpose);
      const { resendAfterSeconds } = await call('GET /wallet/api/v1/user/sendEmail', {
        query: { email, type: typeOf[purpose], googleRecaptchaToken, googleActionType: purpose },
      });
      return { kind: 'sent', email, resendAfterSeconds };
    },
    retry: (failures, error) => failures < mostWaits && refusalReason(error) === 'MAILS_TOO_FAST',
    retryDelay: waitMs,
    onSuccess: (outcome) => {
      if (outcome.kind === 'registered') return onRegistered?.(outcome.email);
      setSent({ email: outcome.email, resendAtMs: serverNowMs() + outcome.resendAfterSeconds * 1000 });
      onSent?.(outcome.email);
    },
  });
  const waitSeconds = sent ? Math.max(0, Math.ceil((sent.resendAtMs - nowMs) / 1000)) : 0;
  return {
    send: (email) => {
      if (!sending.isPending) sending.mutate(email);
    },
    wasSent: sent !== null,
    isOnItsWayTo: (email) => sent?.email === email && waitSeconds > 0,
    waitSeconds,
    isSending: sending.isPending,
    isQueued: sending.isPending && sending.failureReason !== null,
    error: sending.error,
  };
}

/** Asks as a courtesy. Where the question is rate-limited the code is sent anyway, and its mail will tell. */
async function isRegistered(email: string): Promise<boolean> {
  try {
    const { registered } = await call('POST /wallet/api/v1/userExpand/checkMailRegister', { body: { email } });
    return registered;
  } catch (error) {
    if (refusalReason(error) === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}
