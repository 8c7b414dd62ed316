import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { loadWallets } from '#/lib/wallet/sign-with-wallet.ts';
import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { WalletPicture } from './wallet-choice.tsx';

type WalletWaitingProps = { wallet: Wallet; step: WalletStep; onCancel: () => void };

/** Says what to do while the fan is in their wallet, and lets them cancel. */
export function WalletWaiting({ wallet, step, onCancel }: WalletWaitingProps): ReactNode {
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

/** The awaited party: the wallet to show its account, the wallet to sign, or the server. */
type WalletStep = 'connecting' | 'signing' | 'checking';

type SignedMessage = { readonly message: string; readonly signature: string };

type WalletSigning<Wish, Answer> = {
  /** Asks the server for the message that this address is to sign. */
  readonly challenge: (address: string, signal: AbortSignal, wish: Wish) => Promise<string>;
  /** Gives the server the signature. */
  readonly answer: (signed: SignedMessage, wish: Wish) => Promise<Answer>;
  readonly onSuccess: (answer: Answer) => unknown;
};

/**
 * Has a chosen wallet sign the server's message, which the server then checks. The wallet has no time limit; `cancel` aborts it.
 */
export function useWalletSigning<Wish extends { readonly wallet: Wallet }, Answer>({
  challenge,
  answer,
  onSuccess,
}: WalletSigning<Wish, Answer>) {
  const [step, setStep] = useState<WalletStep>('connecting');
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const signing = useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (wish: Wish) => {
      const { wallet } = wish;
      const { signal } = (asking.current = new AbortController());
      setStep('connecting');
      const { connectWallet, rememberWallet, signMessage } = await loadWallets();
      const address = await connectWallet(wallet, signal);
      const message = await challenge(address, signal, wish);
      setStep('signing');
      const signature = await signMessage(wallet, { message, address }, signal);
      setStep('checking');
      const answered = await answer({ message, signature }, wish);
      rememberWallet(wallet);
      return answered;
    },
    onSuccess,
  });
  return {
    ...signing,
    step,
    cancel: () => {
      asking.current?.abort();
      signing.reset();
    },
  };
}
