import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { ResetPasswordForm, type ResetOutcome } from '#/features/identity/security/reset-password-form.tsx';
import { handedEmail, type HandedOn } from '#/lib/handed-email.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { safeNextPath } from '#/lib/navigation.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { currentSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type FinishedReset = ResetOutcome & { readonly email: string };

/** Sets a new password by a code from the mail, and leads on, signed in or to the sign-in. */
export function ForgotPasswordScreen(): ReactNode {
  const t = useText();
  const [reset, setReset] = useState<FinishedReset | null>(null);
  const [email] = useState(() => handedEmail() || (currentSession()?.userInfo.email ?? ''));
  return (
    <>
      <ScreenHeader title={t('forgotPassword.title')} backTo="/login" />
      <div className="mx-4 card">
        {reset ? (
          <Done reset={reset} />
        ) : (
          <>
            <p className="mb-5 text-body text-pretty text-mute">{t('forgotPassword.intro')}</p>
            <ResetPasswordForm email={email} onReset={setReset} />
          </>
        )}
      </div>
    </>
  );
}

const doneTexts = {
  signedIn: 'forgotPassword.doneSignedIn',
  signedOut: 'forgotPassword.doneSignIn',
  otherFan: 'forgotPassword.doneOther',
} as const satisfies Record<FinishedReset['here'], MessageId>;

function Done({ reset: { email, here } }: { reset: FinishedReset }): ReactNode {
  const t = useText();
  const heading = useArrivingFocus<HTMLHeadingElement>();
  const query = useAddressQuery();
  const [, navigate] = useLocation();
  const goOn = () => {
    if (here !== 'signedOut') navigate(safeNextPath(query), { replace: true });
    else navigate(query ? `/login?${query}` : '/login', { replace: true, state: { email } satisfies HandedOn });
  };
  return (
    <div role="status" className="enter flex flex-col items-center gap-3 pt-3 text-center">
      <span className="grid size-16 place-content-center rounded-full bg-ok-soft text-ok">
        <CheckIcon size={30} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-section font-extrabold">
        {t('forgotPassword.done')}
      </h2>
      <p className="mb-3 max-w-72 text-body text-pretty wrap-anywhere text-mute">{t(doneTexts[here], { email })}</p>
      <Button size="large" onClick={goOn}>
        {here === 'signedOut' ? t('account.signIn') : t('login.goOn')}
      </Button>
    </div>
  );
}
