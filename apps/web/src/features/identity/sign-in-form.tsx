import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState, Suspense } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { digits, emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, type Fields, useFields } from '#/lib/form/use-fields.ts';
import { type HandedOn, handedEmail } from '#/lib/handed-email.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { signInByCodeErrorText, signInErrorText } from './account-error-text.ts';
import { EmailField, PasswordField } from './account-fields.tsx';
import { CodeSendingNote, CodeStep, type CodeSending, useCodeSending } from './code-field.tsx';
import { showDeletionCancelled } from './use-account.ts';
import type { WalletSheetProps } from './wallet/wallet-sheet.tsx';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  password: { label: 'account.password', rules: [required] },
  code: { label: 'account.code', rules: [required, digits(6)] },
} as const satisfies Record<string, FieldPlan>;

type SignInFormProps = {
  /** The email, if the fan has typed it already. */
  email: string;
  onSignedIn: () => void;
};

/** Signs a fan in by email, with the password or a mailed code. */
export function SignInForm({ email: typed, onSignedIn }: SignInFormProps): ReactNode {
  const t = useText();
  const form = useFields(plan, { email: typed || handedEmail() });
  const { fields, values, check } = form;
  const email = values.email.trim();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const sending = useCodeSending('signIn', { onSent: () => setStep('code') });
  const byPassword = useSignIn(signInByPassword, onSignedIn);
  const byCode = useSignIn(signInByCode, onSignedIn);

  const takeCode = (code: string) => {
    if (byCode.isPending) return;
    byCode.mutate(
      { email, secret: code },
      {
        onError: (error) => {
          if (!codeRefusals.has(refusalReason(error))) return;
          fields.code.set('');
          form.objectTo('code', signInByCodeErrorText(error, t));
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'code') {
      if (check('code')) takeCode(values.code);
    } else if (!byPassword.isPending && check('email', 'password')) {
      byPassword.mutate({ email, secret: values.password });
    }
  };
  const error = step === 'code' ? byCode.error : byPassword.error;
  const isAtField = codeRefusals.has(refusalReason(error));
  const errorText = step === 'code' ? signInByCodeErrorText : signInErrorText;
  const alert = error && !isAtField ? <InlineAlert>{errorText(error, t)}</InlineAlert> : null;
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {step === 'code' ? (
        <CodeStep
          email={email}
          field={fields.code}
          sending={sending}
          busy={byCode.isPending}
          onCode={takeCode}
          onBack={() => setStep('password')}
        />
      ) : (
        <PasswordStep
          form={form}
          sending={sending}
          busy={byPassword.isPending}
          alert={alert}
          onWantCode={() => {
            if (!check('email')) return;
            if (sending.isOnItsWayTo(email)) setStep('code');
            else sending.send(email);
          }}
        />
      )}
      {step === 'code' ? alert : null}
    </form>
  );
}

type PasswordStepProps = {
  form: Pick<Fields<'email' | 'password'>, 'fields' | 'values'>;
  sending: CodeSending;
  busy: boolean;
  /** Says why signing in has failed. */
  alert: ReactNode;
  /** The fan would rather use a mailed code. */
  onWantCode: () => void;
};

function PasswordStep({ form, sending, busy, alert, onWantCode }: PasswordStepProps): ReactNode {
  const t = useText();
  const { password } = form.fields;
  return (
    <>
      <EmailField form={form} autoComplete="username" />
      <PasswordField
        label={password.label}
        error={password.error}
        autoComplete="current-password"
        value={password.value}
        onChange={(event) => password.set(event.currentTarget.value)}
      />
      <ForgotPasswordLink email={form.values.email.trim()} />
      {alert}
      <Button type="submit" size="large" busy={busy}>
        {t('account.signIn')}
      </Button>
      <Button variant="soft" size="large" busy={sending.isSending} onClick={onWantCode}>
        {t('account.mailCode')}
      </Button>
      <CodeSendingNote sending={sending} />
    </>
  );
}

function ForgotPasswordLink({ email }: { email: string }): ReactNode {
  const t = useText();
  const query = useAddressQuery();
  return (
    <p className="-mt-2 text-right">
      <Link
        href={query ? `/forgot-password?${query}` : '/forgot-password'}
        state={{ email } satisfies HandedOn}
        className="press inline-flex min-h-11 items-center text-small font-bold text-brand"
      >
        {t('forgotPassword.title')}
      </Link>
    </p>
  );
}

/** Refusals that are shown at the code. */
const codeRefusals: ReadonlySet<string | undefined> = new Set(['CODE_INVALID', 'CODE_EXHAUSTED']);

/** An email with its password or code. */
type Credentials = { readonly email: string; readonly secret: string };

/** The password leaves the browser encrypted. */
const signInByPassword = ({ email, secret }: Credentials) =>
  withSealedSecret(secret, (password) => call('POST /wallet/api/v1/user/login', { body: { email, password } }));

const signInByCode = ({ email, secret: code }: Credentials) =>
  call('POST /wallet/api/v1/user/mailCodeLogin', { body: { email, code } });

function useSignIn(signIn: typeof signInByPassword, onSignedIn: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: signIn,
    onSuccess: ({ token, userInfo, ...signedIn }) => {
      beginSession({ token, userInfo });
      showDeletionCancelled(signedIn);
      onSignedIn();
    },
  });
}

const walletSheet = lazyPart<WalletSheetProps>(() =>
  import('./wallet/wallet-sheet.tsx').then((module) => module.WalletSheet),
);

/** Shows the wallet sign-in below the form for email; its sheet is a separate chunk. */
export function WalletSignInButton(props: Omit<WalletSheetProps, 'onClose'>): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-3 text-small text-mute">
        <span className="h-px flex-1 bg-line" />
        {t('wallet.or')}
        <span className="h-px flex-1 bg-line" />
      </div>
      <Button
        variant="soft"
        size="large"
        onPointerEnter={() => void walletSheet.preload()}
        onClick={() => setOpen(true)}
      >
        <WalletIcon size={22} />
        {t('wallet.signIn')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <walletSheet.Component {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
