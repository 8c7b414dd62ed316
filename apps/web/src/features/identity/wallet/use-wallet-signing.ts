import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { loadWallets } from '#/lib/wallet/sign-with-wallet.ts';

/** The awaited party: the wallet to show its account, the wallet to sign, or the server. */
export type WalletStep = 'connecting' | 'signing' | 'checking';

type Signed = { readonly message: string; readonly signature: string };

type WalletSigning<Wish, Answer> = {
  /** Asks the server for the message that this address is to sign. */
  readonly challenge: (address: string, signal: AbortSignal, wish: Wish) => Promise<string>;
  /** Gives the server the signature. */
  readonly answer: (signed: Signed, wish: Wish) => Promise<Answer>;
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
