import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { FormActions, objectAtField, troubleBeneath } from './security-form.tsx';
import { EmailField, PasswordField } from '#/features/identity/account-fields.tsx';
import { CodeField } from '#/features/identity/code-field.tsx';
import { showProfile } from '#/features/identity/use-profile.ts';
import { call } from '#/lib/api/call.ts';
import { digits, emailAddress, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { makeBrowserKnown, type UserInfo } from '#/lib/session/session.ts';
import { signWithWallet } from '#/lib/wallet/sign-with-wallet.ts';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

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

/** Another address for the account, or the first one of a wallet account. */
export function ChangeEmailSheet({ user, onClose }: ChangeEmailSheetProps): ReactNode {
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

/** How a fan proves their identity: by the wallet's signature, the password, or a code from the own address. */
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

  async function signed(address: string, signal: AbortSignal) {
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
        const body = { email, code, ...(await signed(proof.address, proof.signal)) };
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
