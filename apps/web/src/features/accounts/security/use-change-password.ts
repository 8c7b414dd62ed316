import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { withSealedSecrets } from '#/lib/secrets/seal-secret.ts';
import { replaceSession } from '#/lib/session/replace-session.ts';
import { logOffHost } from '../log-off-host.ts';
import { showProfile } from '../profile/show-profile.ts';

/** How a fan shows that it is them. */
export type PasswordProof = 'oldPassword' | 'code';

type PasswordChange = {
  readonly by: PasswordProof;
  readonly oldPassword: string;
  readonly code: string;
  readonly newPassword: string;
};

const route = 'POST /wallet/api/v1/userExpand/updateAccountPassword';

/**
 * Changes the password. The server ends every session and answers with a new one for this browser. What a host app holds
 * is ended too: it is told to log off, so that its fan signs in to it with the new password.
 */
export function useChangePassword(onChanged: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ by, oldPassword, code, newPassword }: PasswordChange) =>
      by === 'oldPassword'
        ? withSealedSecrets({ oldPassword, newPassword }, (body) => call(route, { body }))
        : withSealedSecrets({ newPassword }, (secret) => call(route, { body: { ...secret, code } })),
    onSuccess: async (signedIn) => {
      replaceSession(signedIn);
      void logOffHost();
      void queryClient.invalidateQueries({ queryKey: queryKeys.devices });
      await showProfile(queryClient, signedIn.userInfo);
      onChanged();
    },
  });
}
