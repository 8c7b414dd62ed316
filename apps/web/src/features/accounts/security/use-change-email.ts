import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import type { UserInfo } from '#/lib/session/session.ts';
import { signWithWallet } from '#/lib/wallet/sign-with-wallet.ts';
import { showProfile } from '../profile/show-profile.ts';

/** How a fan shows that it is them: by their password, or by their wallet. */
export type EmailProof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'wallet'; readonly address: string; readonly signal: AbortSignal };

type EmailChange = { readonly email: string; readonly code: string; readonly proof: EmailProof };

/**
 * Gives the account another address, or its first. `isSigning` while the wallet is asked, which may take as long as the
 * fan likes.
 */
export function useChangeEmail(onChanged: (userInfo: UserInfo) => void) {
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
