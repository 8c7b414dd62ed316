import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession, currentSession } from '#/lib/session/session.ts';
import { forgetSession } from '../forget-session.ts';
import { tellAccountStays } from '../leaving/tell-account-stays.ts';

type Reset = { readonly email: string; readonly code: string; readonly newPassword: string };

/** Who is signed in here now: the fan; nobody, so that they have to do it themselves; or somebody else, as before. */
export type ResetOutcome = { readonly here: 'signedIn' | 'nobody' | 'somebodyElse' };

/** Sets a new password and signs in with it, unless somebody else is signed in here. */
export function useResetPassword(onReset: (outcome: ResetOutcome) => void) {
  const queryClient = useQueryClient();

  async function signInAgain(email: string, password: string): Promise<ResetOutcome['here']> {
    const before = currentSession();
    if (before && before.userInfo.email !== email) return 'somebodyElse';
    try {
      const { token, userInfo, ...signedIn } = await withSealedSecret(password, (secret) =>
        call('POST /wallet/api/v1/user/login', { body: { email, password: secret } }),
      );
      beginSession({ token, userInfo });
      tellAccountStays(signedIn);
      return 'signedIn';
    } catch (error) {
      // The password is set all the same. Whoever comes from a crowded network may have to wait before signing in.
      console.warn('The new password is set, but signing in with it did not go through.', error);
      if (before) forgetSession(queryClient);
      return 'nobody';
    }
  }

  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async ({ code, newPassword, ...typed }: Reset): Promise<ResetOutcome> => {
      const email = typed.email.trim().toLowerCase();
      await withSealedSecret(newPassword, (password) =>
        call('POST /wallet/api/v1/user/forgotPassword', { body: { email, code, password } }),
      );
      return { here: await signInAgain(email, newPassword) };
    },
    onSuccess: onReset,
  });
}
