import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { beginSession } from '#/lib/session/session.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { loadWallets } from '#/lib/wallet/sign-with-wallet.ts';
import { tellAccountStays } from '../leaving/tell-account-stays.ts';

const route = 'POST /wallet/api/v1/user/metaMaskLogin';

/** What is waited for: the wallet to show its account, the wallet to sign, or the server. */
export type WalletStep = 'connecting' | 'signing' | 'checking';

type WalletSignIn = {
  readonly wallet: Wallet;
  /** Empty when nobody invited. */
  readonly inviteCode: string;
};

/**
 * Signs in by a wallet: it shows its account, signs the server's message, and the server checks the signature. The
 * wallet may take as long as the fan likes, and `cancel` is the way out.
 */
export function useWalletSignIn(onSignedIn: () => void) {
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
      const challenge = await call(route, { body: { address } }, { signal });
      if (!('message' in challenge)) throw new Error('The server wrote no message to sign.');
      setStep('signing');
      const { message } = challenge;
      const signature = await signMessage(wallet, { message, address }, signal);
      setStep('checking');
      const code = inviteCode.trim();
      const signedIn = await call(route, { body: { message, signature, ...(code && { inviteCode: code }) } });
      if (!('token' in signedIn)) throw new Error('The server began no session.');
      rememberWallet(wallet);
      return signedIn;
    },
    onSuccess: (signedIn) => {
      beginSession({ token: signedIn.token, userInfo: signedIn.userInfo });
      tellAccountStays(signedIn);
      onSignedIn();
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
