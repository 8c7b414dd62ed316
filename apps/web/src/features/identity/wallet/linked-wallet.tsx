import type { Contract, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, type FormEvent } from 'react';
import { CodeSendingNote, SendCodeButton, type CodeSending, useCodeSending } from '#/features/identity/code-field.tsx';
import { useProfile } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import { withChain } from '#/lib/api/with-chain.ts';
import { digits, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, type Fields, useFields } from '#/lib/form/use-fields.ts';
import { shortAddress } from '#/lib/format/text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalReason, refusalText } from '#/lib/refusal-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error.ts';
import { Button } from '#/ui/button.tsx';
import { CodeInput } from '#/ui/code-input.tsx';
import { Modal, CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { WalletChoice } from './wallet-choice.tsx';
import { useWalletSigning, WalletWaiting } from './wallet-waiting.tsx';

type LinkedWalletProps = {
  /** The wallet that an email account has linked; null without one. */
  wallet: string | null;
  /** Whether the sheet to link one is open from the start. */
  links: boolean;
};

/** Shows the wallet for the fan's NFTs, and lets them link, replace and remove it. */
export function LinkedWallet({ wallet, links }: LinkedWalletProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<'link' | 'unlink' | null>(links ? 'link' : null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="flex items-start gap-3.5">
        <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
          <WalletIcon size={22} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-body font-bold wrap-anywhere">{wallet ?? t('wallet.noneLinked')}</p>
          <p className="mt-0.5 text-small text-pretty text-mute">
            {t(wallet === null ? 'wallet.noneLinkedNote' : 'wallet.linkedNote')}
          </p>
        </div>
      </div>
      <div className="mt-3.5 flex flex-wrap gap-2">
        <Button variant={wallet === null ? 'primary' : 'soft'} onClick={() => setOpen('link')}>
          {wallet === null ? t('wallet.link') : t('wallet.linkAnother')}
        </Button>
        {wallet === null ? null : (
          <Button variant="quiet" onClick={() => setOpen('unlink')}>
            {t('wallet.unlink')}
          </Button>
        )}
      </div>
      {open === 'link' ? <LinkWalletSheet onClose={close} /> : null}
      {open === 'unlink' ? <UnlinkQuestion onClose={close} /> : null}
    </>
  );
}

function UnlinkQuestion({ onClose }: { onClose: () => void }): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call('POST /wallet/api/v1/userExpand/unlinkWallet', { body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.assets }),
  });
  return (
    <Modal title={t('wallet.unlinkTitle')} onClose={onClose}>
      {(close) => (
        <div className="mt-3 space-y-3">
          <p className="text-body text-pretty text-mute">{t('wallet.unlinkText')}</p>
          <Button size="large" busy={unlink.isPending} onClick={() => unlink.mutate(undefined, { onSuccess: close })}>
            {t('wallet.unlink')}
          </Button>
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.notNow')}
          </Button>
        </div>
      )}
    </Modal>
  );
}

const plan = { code: { label: 'account.code', rules: [required, digits(6)] } } as const satisfies Record<
  string,
  FieldPlan
>;

/**
 * Links a wallet to an email account, for NFTs to move to: choosing one, a code by mail, and waiting for the wallet.
 */
export function LinkWalletSheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useText();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Wallet>();
  const [step, setStep] = useState<'wallet' | 'code'>('wallet');
  const form = useFields(plan);
  const sending = useCodeSending('linkWallet');
  const link = useLinkWallet();
  const { error } = link;

  const sign = (wallet: Wallet) => {
    // A refusal of the wallet leads back to the wallets, and one of the code to the code.
    setStep('wallet');
    const wish = { wallet, code: form.values.code };
    link.mutate(wish, {
      onError: (refusal) => {
        if (!isAboutCode(refusal)) return;
        form.objectTo('code', linkErrorText(refusal, t));
        setStep('code');
      },
    });
  };
  const choose = (wallet: Wallet) => {
    setChosen(wallet);
    // A code that has been typed serves until a wallet is linked.
    if (form.fields.code.error === undefined && isWhole(form.values.code)) return sign(wallet);
    link.reset();
    setStep('code');
  };
  return (
    <Sheet
      onClose={onClose}
      title={t('wallet.link')}
      subtitle={t('wallet.linkNote')}
      media={
        <span className="action grid size-14 shrink-0 place-content-center rounded-tile">
          <WalletIcon size={28} />
        </span>
      }
    >
      {(close) => (
        <>
          <CloseWhen done={link.isSuccess} close={close} />
          {error && !isAboutCode(error) ? (
            <div className="mt-5">
              <InlineAlert>{linkErrorText(error, t)}</InlineAlert>
            </div>
          ) : null}
          {link.isPending || link.isSuccess ? (
            <WalletWaiting wallet={link.variables.wallet} step={link.step} onCancel={link.cancel} />
          ) : chosen && step === 'code' ? (
            <OwnCodeStep
              wallet={chosen}
              form={form}
              sending={sending}
              onSubmit={() => sign(chosen)}
              onBack={() => setStep('wallet')}
            />
          ) : (
            <WalletChoice key={round} lastChosen={chosen} onChoose={choose} onLookAgain={() => setRound(round + 1)}>
              <p className="text-small text-pretty text-mute">{t('wallet.linkKeepsWayIn')}</p>
            </WalletChoice>
          )}
        </>
      )}
    </Sheet>
  );
}

type OwnCodeStepProps = {
  wallet: Wallet;
  form: Fields<'code'>;
  sending: CodeSending;
  onSubmit: () => void;
  /** Back to the wallets. */
  onBack: () => void;
};

const isWhole = (code: string) => /^\d{6}$/.test(code);

/** Asks for the code from the fan's own address, which a thief with a session lacks. */
function OwnCodeStep({ wallet: { name }, form, sending, onSubmit, onBack }: OwnCodeStepProps): ReactNode {
  const t = useText();
  const profile = useProfile();
  const input = useArrivingFocus<HTMLInputElement>();
  const { code } = form.fields;
  // A host may have sent the fan's id only, so that the address is awaited.
  const { email } = profile.data ?? {};
  if (email === undefined) {
    if (!profile.isError) {
      return (
        <LoadingRegion className="mt-5">
          <Skeleton className="h-36 rounded-tile" />
        </LoadingRegion>
      );
    }
    return (
      <LoadError
        text={t('mySecurity.loadError')}
        error={profile.error}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.check()) onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="enter mt-5 space-y-4">
      <p className="text-small text-pretty wrap-anywhere text-mute">
        {t(name ? 'wallet.linkCode' : 'wallet.linkCodeUnnamed', { email: email ?? '', wallet: name })}
      </p>
      <CodeInput
        ref={input}
        label={code.label}
        error={code.error}
        hint={sending.wasSent ? t('account.codeSent') : undefined}
        value={code.value}
        onChange={code.set}
        onBlur={code.leave}
        action={<SendCodeButton sending={sending} onSend={() => sending.send(email ?? '')} />}
      />
      <CodeSendingNote sending={sending} />
      <div className="space-y-1">
        <Button type="submit" size="large">
          {t('account.continue')}
        </Button>
        <Button variant="quiet" className="w-full" onClick={onBack}>
          {t('wallet.linkOther')}
        </Button>
      </div>
    </form>
  );
}

const route = 'POST /wallet/api/v1/userExpand/linkWallet';

type WalletToLink = { readonly wallet: Wallet; readonly code: string };

function useLinkWallet() {
  const t = useText();
  const queryClient = useQueryClient();
  return useWalletSigning<WalletToLink, { readonly wallet: string }>({
    challenge: async (address, signal, { code }) => {
      const challenge = await call(route, { body: withChain({ address, code }) }, { signal });
      if (!('message' in challenge)) throw new Error('The server wrote no message to sign.');
      return challenge.message;
    },
    answer: async (signed, { code }) => {
      const linked = await call(route, { body: withChain({ ...signed, code }) });
      if (!('wallet' in linked)) throw new Error('The server linked no wallet.');
      return linked;
    },
    // Returned, so that what opens next knows the wallet.
    onSuccess: async ({ wallet }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
      showToast({ kind: 'success', title: t('wallet.linked', { wallet: shortAddress(wallet) }) });
    },
  });
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract[typeof route]> | 'CHAIN_UNAVAILABLE', MessageId> = {
  CODE_INVALID: 'account.refused.codeInvalid',
  CODE_EXHAUSTED: 'account.refused.codeExhausted',
  EMAIL_MISSING: 'account.refused.emailMissing',
  NOT_AN_EMAIL_ACCOUNT: 'wallet.refused.notAnEmailAccount',
  WALLET_CHALLENGE_INVALID: 'wallet.refused.challengeInvalid',
  WALLET_SIGNATURE_INVALID: 'wallet.refused.signatureInvalid',
  CHAIN_UNAVAILABLE: 'wallet.refused.chainUnavailable',
};

function linkErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}

function isAboutCode(error: Error): boolean {
  const reason = refusalReason(error);
  return reason === 'CODE_INVALID' || reason === 'CODE_EXHAUSTED';
}
