import { useMutation } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession } from '#/lib/session/session.ts';
import { tellAccountStays } from './leaving/tell-account-stays.ts';

type Credentials = { readonly email: string; readonly password: string };

/** Signs in by email; the password leaves the browser encrypted. */
export function useSignIn(onSignedIn: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ email, password }: Credentials) =>
      withSealedSecret(password, (secret) =>
        call('POST /wallet/api/v1/user/login', { body: { email: email.trim(), password: secret } }),
      ),
    onSuccess: ({ token, userInfo, ...signedIn }) => {
      beginSession({ token, userInfo });
      tellAccountStays(signedIn);
      onSignedIn();
    },
  });
}
