import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { signOutKey } from '#/lib/session/session.ts';
import { signWithWallet } from '#/lib/wallet/sign-with-wallet.ts';
import { fallSilent, forgetSession } from '#/features/identity/use-sign-out.ts';

/** How a fan shows that it is them: by the code from the mail, or by their wallet. */
export type DeletionProof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'wallet'; readonly address: string; readonly signal: AbortSignal };

type Leaving = { readonly confirm: string; readonly proof: DeletionProof };

/**
 * Requests the account's deletion and ends the session here. `isSigning` while the fan's wallet is asked, for any time;
 * `signal` abandons it.
 */
export function useDeleteAccount(onLeft: (erasesAt: string) => void) {
  const queryClient = useQueryClient();
  const [isSigning, setIsSigning] = useState(false);

  async function shown(proof: DeletionProof): Promise<{ code: string } | { message: string; signature: string }> {
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
    mutationKey: signOutKey,
    meta: { shownInPlace: true },
    mutationFn: async ({ confirm, proof }: Leaving) => {
      const body = { confirm, ...(await shown(proof)) };
      await fallSilent(queryClient);
      // The wallet may answer at the moment the fan cancels.
      if (proof.kind === 'wallet') proof.signal.throwIfAborted();
      return call('POST /wallet/api/v1/user/deleteUser', { body });
    },
    onSuccess: ({ erasesAt }) => {
      forgetSession(queryClient);
      onLeft(erasesAt);
    },
    onError: () => queryClient.invalidateQueries(),
  });
  return { ...leave, isSigning };
}
