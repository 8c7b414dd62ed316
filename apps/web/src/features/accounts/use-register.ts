import { useMutation } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession } from '#/lib/session/session.ts';

type Registration = {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  /** Empty when the fan leaves it out. */
  readonly nickname: string;
  /** Empty when nobody invited. */
  readonly inviteCode: string;
};

/** Opens an account and signs in; the password leaves the browser encrypted. */
export function useRegister(onSignedIn: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ email, code, password, nickname, inviteCode }: Registration) =>
      withSealedSecret(password, (secret) =>
        call('POST /wallet/api/v1/user/register', {
          body: {
            email: email.trim(),
            code,
            password: secret,
            ...(nickname.trim() && { nickname: nickname.trim() }),
            ...(inviteCode.trim() && { inviteCode: inviteCode.trim() }),
          },
        }),
      ),
    onSuccess: ({ token, userInfo }) => {
      beginSession({ token, userInfo });
      onSignedIn();
    },
  });
}
