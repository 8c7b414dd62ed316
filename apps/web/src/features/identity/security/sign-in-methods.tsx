import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, type FormEvent, useEffect } from 'react';
import { EmailField, PasswordField } from '#/features/identity/account-fields.tsx';
import { CodeField } from '#/features/identity/code-field.tsx';
import { showProfile } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import { digits, emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { shortAddress } from '#/lib/format/text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { type UserInfo, makeBrowserKnown } from '#/lib/session/session.ts';
import { signWithWallet } from '#/lib/wallet/sign-with-wallet.ts';
import { Button } from '#/ui/button.tsx';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { LockIcon, MailIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { ChangePasswordSheet, SetPasswordForm } from './change-password-sheet.tsx';
import { FormActions, objectAtField, troubleBeneath } from './security-form.tsx';

type WaysInProps = {
  user: Pick<UserInfo, 'email' | 'hasPassword' | 'walletAddress'>;
  /** Whether the form for a first password is open from the start. */
  setsPassword: boolean;
};

/** Shows what the fan signs in with, and lets them change each. */
export function SignInMethods({ user, setsPassword }: WaysInProps): ReactNode {
  const { email, hasPassword, walletAddress } = user;
  const t = useText();
  const [open, setOpen] = useState<'email' | 'password' | null>(setsPassword ? 'password' : null);
  const close = () => setOpen(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {walletAddress === null ? null : (
          <WayIn icon={WalletIcon} name={t('security.wallet')} value={shortAddress(walletAddress)} />
        )}
        <WayIn
          icon={MailIcon}
          name={t('account.email')}
          value={email ?? t('security.noEmail')}
          action={email === null ? t('security.add') : t('security.change')}
          onAct={() => setOpen('email')}
        />
        {email === null ? null : (
          <WayIn
            icon={LockIcon}
            name={t('account.password')}
            value={hasPassword ? t('security.passwordSet') : t('security.noPassword')}
            action={hasPassword ? t('security.change') : t('security.set')}
            onAct={() => setOpen('password')}
          />
        )}
      </ul>
      {open === 'email' ? <ChangeEmailSheet user={user} onClose={close} /> : null}
      {open === 'password' && email !== null && hasPassword ? (
        <ChangePasswordSheet email={email} onClose={close} />
      ) : null}
      {open === 'password' && email !== null && !hasPassword ? <SetPasswordForm email={email} onClose={close} /> : null}
    </>
  );
}

type WayInProps = { icon: IconComponent; name: string; value: string; action?: string; onAct?: () => void };

function WayIn({ icon: Icon, name, value, action, onAct }: WayInProps): ReactNode {
  return (
    <li className="flex items-center gap-3.5 py-3.5 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-caption font-semibold text-mute">{name}</span>
        <span className="block text-body font-bold wrap-anywhere">{value}</span>
      </span>
      {action === undefined ? null : (
        <Button variant="soft" className="shrink-0" aria-label={`${action} · ${name}`} onClick={onAct}>
          {action}
        </Button>
      )}
    </li>
  );
}

const plan = {
  email: { label: 'security.newEmail', rules: [required, emailAddress] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  oldPassword: { label: 'account.password', rules: [required] },
  ownCode: { label: 'security.ownCode', rules: [required, digits(6)] },
} as const satisfies Record<string, FieldPlan>;

type ChangeEmailSheetProps = {
  user: Pick<UserInfo, 'email' | 'hasPassword' | 'walletAddress'>;
  onClose: () => void;
};

/** Sets another address for the account, or the first one of a wallet account. */
function ChangeEmailSheet({ user, onClose }: ChangeEmailSheetProps): ReactNode {
  const t = useText();
  const { email } = user;
  const change = useChangeEmail((userInfo) =>
    showToast({ kind: 'success', title: t('security.emailChanged'), detail: userInfo.email ?? '' }),
  );
  // A wallet may be left waiting; the server's answer must be seen.
  const isClosable = !change.isPending || change.isSigning;
  return (
    <Sheet
      title={email === null ? t('security.addEmail') : t('security.changeEmail')}
      subtitle={email === null ? t('security.addEmailText') : t('security.emailNow', { email })}
      closable={isClosable}
      maskClosable={false}
      onClose={onClose}
    >
      {(close) => (
        <>
          <CloseWhen done={change.isSuccess} close={close} />
          <ChangeEmailForm user={user} change={change} closable={isClosable} onCancel={close} />
        </>
      )}
    </Sheet>
  );
}

type ChangeEmailFormProps = Pick<ChangeEmailSheetProps, 'user'> & {
  change: ReturnType<typeof useChangeEmail>;
  closable: boolean;
  onCancel: () => void;
};

function ChangeEmailForm({ user, change, closable, onCancel }: ChangeEmailFormProps): ReactNode {
  const t = useText();
  const form = useFields(plan);
  const { fields, values } = form;
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);
  const trouble = troubleBeneath(form, change.error, t);
  const kind = proofKindOf(user);
  const wallet = { address: user.walletAddress ?? '', signal: leaving.signal };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const { email, code, oldPassword: password, ownCode } = values;
    const proof = { wallet, password: { password }, ownCode: { ownCode } }[kind];
    if (form.check('email', 'code', ...proofFields[kind]))
      change.mutate({ email, code, proof }, { onError: (error) => objectAtField(form, error, t) });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-4">
      <EmailField form={form} />
      <CodeField purpose="changeEmail" email={values.email} field={fields.code} maySend={() => form.check('email')} />
      {kind === 'ownCode' ? (
        <>
          <p className="text-small text-pretty text-mute">{t('security.codeGoesTo', { email: user.email ?? '' })}</p>
          <CodeField purpose="confirmEmailChange" email={user.email ?? ''} field={fields.ownCode} />
        </>
      ) : null}
      {kind === 'password' ? (
        <PasswordField
          label={fields.oldPassword.label}
          error={fields.oldPassword.error}
          autoComplete="current-password"
          value={values.oldPassword}
          onChange={(event) => fields.oldPassword.set(event.currentTarget.value)}
        />
      ) : null}
      {kind === 'wallet' ? (
        <p role="status" className="text-small text-pretty text-mute">
          {change.isSigning ? t('security.signNow') : t('security.walletSigns')}
        </p>
      ) : null}
      {trouble === undefined ? null : <InlineAlert>{trouble}</InlineAlert>}
      <FormActions busy={change.isPending} closable={closable} onCancel={onCancel}>
        {kind === 'wallet' ? t('security.signEmail') : t('security.saveEmail')}
      </FormActions>
    </form>
  );
}

/** A fan's proof of identity: the wallet's signature, the password, or a code from the own address. */
type EmailProof =
  | { readonly password: string }
  | { readonly ownCode: string }
  | { readonly address: string; readonly signal: AbortSignal };

const proofFields = { wallet: [], password: ['oldPassword'], ownCode: ['ownCode'] } as const;

function proofKindOf({ walletAddress, hasPassword }: ChangeEmailSheetProps['user']): keyof typeof proofFields {
  if (walletAddress !== null) return 'wallet';
  return hasPassword ? 'password' : 'ownCode';
}

type EmailChange = { readonly email: string; readonly code: string; readonly proof: EmailProof };

/** Sets or changes the account's email. `isSigning` while the wallet is asked, for any time. */
function useChangeEmail(onChanged: (userInfo: UserInfo) => void) {
  const queryClient = useQueryClient();
  const [isSigning, setIsSigning] = useState(false);

  async function signChallenge(address: string, signal: AbortSignal) {
    setIsSigning(true);
    try {
      const wanted = { body: { purpose: 'bindEmail' as const } };
      const { message } = await call('POST /wallet/api/v1/user/walletChallenge', wanted, { signal });
      return { message, signature: await signWithWallet({ message, address }, signal) };
    } finally {
      setIsSigning(false);
    }
  }

  const change = useMutation({
    meta: { shownInPlace: true },
    mutationFn: async ({ email: typed, code, proof }: EmailChange): Promise<UserInfo> => {
      const email = typed.trim();
      if ('address' in proof) {
        const body = { email, code, ...(await signChallenge(proof.address, proof.signal)) };
        return call('POST /wallet/api/v1/userExpand/updateWeb3Email', { body });
      }
      if ('ownCode' in proof) {
        const body = { email, code, ownCode: proof.ownCode };
        return call('POST /wallet/api/v1/userExpand/updateAccountEmail', { body });
      }
      return withSealedSecret(proof.password, (password) =>
        call('POST /wallet/api/v1/userExpand/updateAccountEmail', { body: { email, code, password } }),
      );
    },
    onSuccess: async (userInfo) => {
      await makeBrowserKnown();
      await showProfile(queryClient, userInfo);
      onChanged(userInfo);
    },
  });
  return { ...change, isSigning };
}
