import type { Contract, ErrorOf } from '@lightstick/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState, useEffect, useRef } from 'react';
import { WalletChoice, WalletPicture } from './wallet-choice.tsx';
import { showDeletionCancelled } from '#/features/identity/deletion/deletion-cancelled-toast.ts';
import { call } from '#/lib/api/call.ts';
import { withChain } from '#/lib/api/with-chain.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { beginSession } from '#/lib/session/session.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { loadWallets } from '#/lib/wallet/sign-with-wallet.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

export type WalletSheetProps = {
  /** From an invitation's link; empty without one, undefined where the form does not ask for it. */
  invitedBy: string | undefined;
  /** What the fan agrees to by signing up. */
  consent: ReactNode;
  onSignedIn: (isNew: boolean) => void;
  onClose: () => void;
};

/** Signing in by a wallet: choosing one, and waiting for it. */
export function WalletSheet({ invitedBy, consent, onSignedIn, onClose }: WalletSheetProps): ReactNode {
  const t = useText();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Wallet>();
  const [inviteCode, setInviteCode] = useState(invitedBy ?? '');
  const signIn = useWalletSignIn(onSignedIn);
  const choose = (wallet: Wallet) => {
    setChosen(wallet);
    signIn.mutate({ wallet, inviteCode });
  };

  return (
    <Sheet
      onClose={onClose}
      title={t('wallet.signIn')}
      subtitle={t('wallet.note')}
      media={
        <span className="action grid size-14 shrink-0 place-content-center rounded-tile">
          <WalletIcon size={28} />
        </span>
      }
    >
      {signIn.error ? (
        <div className="mt-5">
          <InlineAlert>{walletSignInErrorText(signIn.error, t)}</InlineAlert>
        </div>
      ) : null}
      {signIn.isPending || signIn.isSuccess ? (
        <WalletWaiting wallet={signIn.variables.wallet} step={signIn.step} onCancel={signIn.cancel} />
      ) : (
        <WalletChoice key={round} lastChosen={chosen} onChoose={choose} onLookAgain={() => setRound(round + 1)}>
          {invitedBy === undefined ? null : (
            <FormField
              label={t('account.inviteCode')}
              hint={t('wallet.inviteHint')}
              placeholder={t('form.optional')}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
              value={inviteCode}
              onChange={(event) => setInviteCode(event.currentTarget.value)}
            />
          )}
          {consent}
        </WalletChoice>
      )}
    </Sheet>
  );
}

const route = 'POST /wallet/api/v1/user/metaMaskLogin';

/** The awaited party: the wallet to show its account, the wallet to sign, or the server. */
type WalletStep = 'connecting' | 'signing' | 'checking';

type WalletSignIn = {
  readonly wallet: Wallet;
  /** Empty without an inviter. */
  readonly inviteCode: string;
};

/**
 * Signs in by a wallet, which signs the server's message; the server checks the signature. The wallet has no time
 * limit; `cancel` aborts it.
 */
function useWalletSignIn(onSignedIn: WalletSheetProps['onSignedIn']) {
  const [step, setStep] = useState<WalletStep>('connecting');
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const signIn = useMutation({
    meta: { shownInPlace: true },
    mutationFn: async ({ wallet, inviteCode }: WalletSignIn) => {
      const { signal } = (asking.current = new AbortController());
      setStep('connecting');
      const { connectWallet, rememberWallet, signMessage } = await loadWallets();
      const address = await connectWallet(wallet, signal);
      const challenge = await call(route, { body: withChain({ address }) }, { signal });
      if (!('message' in challenge)) throw new Error('The server wrote no message to sign.');
      setStep('signing');
      const { message } = challenge;
      const signature = await signMessage(wallet, { message, address }, signal);
      setStep('checking');
      const code = inviteCode.trim();
      const answer = withChain({ message, signature, ...(code && { inviteCode: code }) });
      const signedIn = await call(route, { body: answer });
      if (!('token' in signedIn)) throw new Error('The server began no session.');
      rememberWallet(wallet);
      return signedIn;
    },
    onSuccess: (signedIn) => {
      beginSession({ token: signedIn.token, userInfo: signedIn.userInfo });
      showDeletionCancelled(signedIn);
      onSignedIn(signedIn.isNew);
    },
  });
  return {
    ...signIn,
    step,
    cancel: () => {
      asking.current?.abort();
      signIn.reset();
    },
  };
}

type WalletSignInRefusal = ErrorOf<Contract['POST /wallet/api/v1/user/metaMaskLogin']> | 'CHAIN_UNAVAILABLE';

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<WalletSignInRefusal, MessageId> = {
  WALLET_CHALLENGE_INVALID: 'wallet.refused.challengeInvalid',
  WALLET_SIGNATURE_INVALID: 'wallet.refused.signatureInvalid',
  INVITE_CODE_UNKNOWN: 'account.refused.inviteCodeUnknown',
  CHAIN_UNAVAILABLE: 'wallet.refused.chainUnavailable',
};

/** The text of a failed wallet sign-in, from the wallet's error or the server's refusal. */
function walletSignInErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}

type WalletWaitingProps = { wallet: Wallet; step: WalletStep; onCancel: () => void };

/** While the fan is with their wallet: what to do there, and the way out. */
function WalletWaiting({ wallet, step, onCancel }: WalletWaitingProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  const { name } = wallet;
  const words = {
    connecting: [
      name ? t('wallet.connecting', { wallet: name }) : t('wallet.connectingUnnamed'),
      t('wallet.connectingNote'),
    ],
    signing: [name ? t('wallet.signing', { wallet: name }) : t('wallet.signingUnnamed'), t('wallet.signingNote')],
    checking: [t('wallet.checking'), ''],
  }[step];
  return (
    <div className="enter mt-5 space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-raise p-4 outline-none"
      >
        <WalletPicture wallet={wallet} />
        <div className="min-w-0 flex-1">
          <p className="text-body font-bold">{words[0]}</p>
          {words[1] ? <p className="mt-0.5 text-small text-pretty text-mute">{words[1]}</p> : null}
        </div>
        <span className="text-brand">
          <Spinner size={24} />
        </span>
      </div>
      {step === 'checking' ? null : (
        <Button variant="soft" size="large" onClick={onCancel}>
          {t('wallet.cancel')}
        </Button>
      )}
    </div>
  );
}
