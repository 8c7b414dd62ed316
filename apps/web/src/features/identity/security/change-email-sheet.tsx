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
import type { UserInfo } from '#/lib/session/session.ts';
import { signWithWallet } from '#/lib/wallet/sign-with-wallet.ts';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

const plan = {
  email: { label: 'security.newEmail', rules: [required, emailAddress] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  oldPassword: { label: 'account.password', rules: [required] },
} as const satisfies Record<string, FieldPlan>;

type ChangeEmailSheetProps = {
  /** The address there is; null for a wallet account without one. */
  email: string | null;
  /** For a wallet account, which signs instead of entering a password. */
  walletAddress: string | null;
  onClose: () => void;
};

/** Another address for the account, or the first one of a wallet account. */
export function ChangeEmailSheet({ email, walletAddress, onClose }: ChangeEmailSheetProps): ReactNode {
  const t = useText();
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
          <ChangeEmailForm walletAddress={walletAddress} change={change} closable={isClosable} onCancel={close} />
        </>
      )}
    </Sheet>
  );
}

type ChangeEmailFormProps = Pick<ChangeEmailSheetProps, 'walletAddress'> & {
  change: ReturnType<typeof useChangeEmail>;
  closable: boolean;
  onCancel: () => void;
};

function ChangeEmailForm({ walletAddress, change, closable, onCancel }: ChangeEmailFormProps): ReactNode {
  const t = useText();
  const form = useFields(plan);
  const { fields, values } = form;
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);
  const trouble = troubleBeneath(form, change.error, t);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const { email, code, oldPassword: password } = values;
    const proof =
      walletAddress === null
        ? form.check() && ({ kind: 'password', password } as const)
        : form.check('email', 'code') && ({ kind: 'wallet', address: walletAddress, signal: leaving.signal } as const);
    if (proof) change.mutate({ email, code, proof }, { onError: (error) => objectAtField(form, error, t) });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-4">
      <EmailField form={form} />
      <CodeField purpose="changeEmail" email={values.email} form={form} maySend={() => form.check('email')} />
      {walletAddress === null ? (
        <PasswordField
          label={fields.oldPassword.label}
          error={fields.oldPassword.error}
          autoComplete="current-password"
          value={values.oldPassword}
          onChange={(event) => fields.oldPassword.set(event.currentTarget.value)}
        />
      ) : (
        <p role="status" className="text-small text-pretty text-mute">
          {change.isSigning ? t('security.signNow') : t('security.walletSigns')}
        </p>
      )}
      {trouble === undefined ? null : <InlineAlert>{trouble}</InlineAlert>}
      <FormActions busy={change.isPending} closable={closable} onCancel={onCancel}>
        {walletAddress === null ? t('security.saveEmail') : t('security.signEmail')}
      </FormActions>
    </form>
  );
}

/** How a fan proves their identity: by the password or by a wallet's signature. */
type EmailProof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'wallet'; readonly address: string; readonly signal: AbortSignal };

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
      if (proof.kind === 'wallet') {
        const body = { email, code, ...(await signed(proof.address, proof.signal)) };
        return call('POST /wallet/api/v1/userExpand/updateWeb3Email', { body });
      }
      return withSealedSecret(proof.password, (password) =>
        call('POST /wallet/api/v1/userExpand/updateAccountEmail', { body: { email, code, password } }),
      );
    },
    onSuccess: async (userInfo) => {
      await showProfile(queryClient, userInfo);
      onChanged(userInfo);
    },
  });
  return { ...change, isSigning };
}
