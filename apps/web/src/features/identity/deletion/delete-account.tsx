import type { Contract, ErrorOf } from '@lightstick/contract';
import { typedCode } from '@lightstick/contract/typed-text';
import { type ReactNode, type FormEvent, useState, useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CodeField } from '#/features/identity/code-field.tsx';
import { useProfile, endSessionBy } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import { digits, type FieldRule, required } from '#/lib/form/field-rules.ts';
import { useFields } from '#/lib/form/use-fields.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason, refusalText } from '#/lib/refusal-text.ts';
import { signWithWallet } from '#/lib/wallet/sign-with-wallet.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';

/** Shows the deletion form, once it is known how the fan can prove their identity. */
export function DeleteAccountCard({ onLeft }: { onLeft: (erasesAt: string) => void }): ReactNode {
  const t = useText();
  const profile = useProfile();
  const { fanCode, email, walletAddress } = profile.data ?? {};
  // A host may have sent the fan's id only, so the missing fields are awaited.
  if (fanCode !== undefined && (email || walletAddress)) {
    return (
      <DeleteAccountForm
        fanCode={fanCode}
        email={email ?? null}
        walletAddress={walletAddress ?? null}
        onLeft={onLeft}
      />
    );
  }
  if (profile.isError) {
    return (
      <LoadError
        text={t('leave.loadError')}
        error={profile.error}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-20 rounded-tile" />
      <Skeleton className="h-14 rounded-tile" />
    </LoadingRegion>
  );
}

type LeaveRefusal =
  | ErrorOf<Contract['POST /wallet/api/v1/user/deleteUser']>
  | ErrorOf<Contract['POST /wallet/api/v1/user/walletChallenge']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<LeaveRefusal, MessageId> = {
  CONFIRMATION_WRONG: 'leave.refused.confirmation',
  CODE_INVALID: 'account.refused.codeInvalid',
  CODE_EXHAUSTED: 'account.refused.codeExhausted',
  NOT_A_WALLET_ACCOUNT: 'leave.refused.noWallet',
  WALLET_CHALLENGE_INVALID: 'leave.refused.challenge',
  WALLET_SIGNATURE_INVALID: 'leave.refused.signature',
};

/** The fields of the form that refusals are about. */
const leaveFieldOf: Partial<Record<string, 'confirm' | 'code'>> = {
  CONFIRMATION_WRONG: 'confirm',
  CODE_INVALID: 'code',
  CODE_EXHAUSTED: 'code',
} satisfies Partial<Record<LeaveRefusal, 'confirm' | 'code'>>;

function leaveErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}

type LeaveModalProps = {
  confirm: string;
  proofNow: (signal: AbortSignal) => DeletionProof;
  /** Tells whether another part shows the refusal. */
  onRefused: (error: Error) => boolean;
  onLeft: (erasesAt: string) => void;
  onClose: () => void;
};

/**
 * Shows the final confirmation. It stays open while the server works, because the fan must know the outcome. While a
 * wallet is asked it may be closed, which abandons the signature.
 */
function DeleteAccountModal({ confirm, proofNow, onRefused, onLeft, onClose }: LeaveModalProps): ReactNode {
  const t = useText();
  const leave = useDeleteAccount(onLeft);
  const givingUp = useRef<AbortController>(null);
  useEffect(() => () => givingUp.current?.abort(), []);
  const isClosable = !leave.isPending || leave.isSigning;

  const go = () => {
    givingUp.current = new AbortController();
    leave.mutate({ confirm, proof: proofNow(givingUp.current.signal) }, { onError: (error) => void onRefused(error) });
  };
  const giveUp = () => {
    givingUp.current?.abort();
    if (leave.isPending) leave.reset();
  };
  return (
    <Modal title={t('leave.sure')} closable={isClosable} maskClosable={false} onClosing={giveUp} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-pretty text-mute">{t('leave.sureText')}</p>
          {leave.isSigning ? (
            <p role="status" className="mt-4 rounded-tile bg-bg p-3.5 text-small font-semibold">
              {t('leave.signing')}
            </p>
          ) : null}
          {leave.error && !leave.isPending ? (
            <div className="mt-4">
              <InlineAlert>{leaveErrorText(leave.error, t)}</InlineAlert>
            </div>
          ) : null}
          <div className="mt-6 space-y-2.5">
            <Button size="large" disabled={!isClosable} onClick={close}>
              {t('leave.stay')}
            </Button>
            <Button variant="soft" size="large" busy={leave.isPending} onClick={go}>
              {leave.isPending && !leave.isSigning ? t('leave.going') : t('leave.goNow')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

type LeaveFormProps = {
  fanCode: string;
  /** The address to which the code is mailed. Without one the wallet signs. */
  email: string | null;
  walletAddress: string | null;
  onLeft: (erasesAt: string) => void;
};

/** Shows the typed confirmation and the proof of identity. */
function DeleteAccountForm({ fanCode, email, walletAddress, onLeft }: LeaveFormProps): ReactNode {
  const t = useText();
  const form = useFields({
    confirm: { label: 'leave.yourCode', rules: [isOwn(fanCode)] },
    code: { label: 'account.code', rules: [required, digits(6)] },
  });
  const { fields, values } = form;
  const [isAsked, setIsAsked] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email === null ? form.check('confirm') : form.check()) setIsAsked(true);
  };
  const proofNow = (signal: AbortSignal): DeletionProof =>
    email === null ? { kind: 'wallet', address: walletAddress ?? '', signal } : { kind: 'code', code: values.code };
  /** An error of a field is shown at the field. */
  const takeRefusal = (error: Error): boolean => {
    const field = leaveFieldOf[refusalReason(error) ?? ''];
    if (!field) return false;
    form.objectTo(field, leaveErrorText(error, t));
    setIsAsked(false);
    return true;
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-tile bg-bg p-3.5">
          <span className="text-small text-mute">{t('leave.yourCode')}</span>
          <span className="num text-title font-extrabold tracking-[0.12em] select-all">{fanCode}</span>
        </p>
        <FormField
          label={fields.confirm.label}
          error={fields.confirm.error}
          hint={t('leave.confirmHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          value={values.confirm}
          onChange={(event) => fields.confirm.set(event.currentTarget.value)}
          onBlur={fields.confirm.leave}
        />
        {email === null ? (
          <p className="text-small text-pretty text-mute">{t('leave.byWallet')}</p>
        ) : (
          <>
            <p className="text-small text-pretty text-mute">{t('leave.byCode', { email })}</p>
            <CodeField purpose="deleteAccount" email={email} field={fields.code} />
          </>
        )}
        <SpendButton type="submit" variant="soft" size="large">
          {t('leave.go')}
        </SpendButton>
      </form>
      {isAsked ? (
        <DeleteAccountModal
          confirm={values.confirm}
          proofNow={proofNow}
          onRefused={takeRefusal}
          onLeft={onLeft}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}

/** Accepts the own fan code in any case and width, with spaces around, as the server does. */
function isOwn(fanCode: string): FieldRule {
  return (value) => {
    if (value === '') return { id: 'leave.confirmMissing', values: {} };
    return typedCode(value).toUpperCase() === fanCode ? undefined : { id: 'leave.confirmWrong', values: {} };
  };
}

/** A fan's proof of identity: the mailed code or a wallet's signature. */
type DeletionProof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'wallet'; readonly address: string; readonly signal: AbortSignal };

type DeletionRequest = { readonly confirm: string; readonly proof: DeletionProof };

/**
 * Requests the account's deletion and ends this session. `isSigning` is true while the wallet signs, which has no time
 * limit; `signal` aborts it.
 */
function useDeleteAccount(onLeft: (erasesAt: string) => void) {
  const queryClient = useQueryClient();
  const [isSigning, setIsSigning] = useState(false);

  async function collectProof(
    proof: DeletionProof,
  ): Promise<{ code: string } | { message: string; signature: string }> {
    if (proof.kind === 'code') return { code: proof.code };
    const { address, signal } = proof;
    setIsSigning(true);
    try {
      const { message } = await call(
        'POST /wallet/api/v1/user/walletChallenge',
        { body: { purpose: 'leave' } },
        { signal },
      );
      return { message, signature: await signWithWallet({ message, address }, signal) };
    } finally {
      setIsSigning(false);
    }
  }

  const leave = useMutation({
    meta: { shownInPlace: true },
    mutationFn: async ({ confirm, proof }: DeletionRequest) => {
      const body = { confirm, ...(await collectProof(proof)) };
      // The wallet may answer at the moment the fan cancels.
      if (proof.kind === 'wallet') proof.signal.throwIfAborted();
      return endSessionBy(queryClient, () => call('POST /wallet/api/v1/user/deleteUser', { body }));
    },
    onSuccess: ({ erasesAt }) => onLeft(erasesAt),
    onError: () => queryClient.invalidateQueries(),
  });
  return { ...leave, isSigning };
}
