import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { signOutKey } from '#/lib/session/sign-out-key.ts';
import { fallSilent } from './fall-silent.ts';
import { forgetSession } from './forget-session.ts';

/** Ends the session here, on the server and in the host. Where the server cannot be reached the fan stays signed in and is told. */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await fallSilent(queryClient);
      return call('POST /wallet/api/v1/user/logout', { body: {} });
    },
    onSuccess: () => {
      forgetSession(queryClient);
      onSignedOut();
    },
    onError: () => queryClient.invalidateQueries(),
  });
}
