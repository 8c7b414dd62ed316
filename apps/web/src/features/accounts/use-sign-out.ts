import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { endSession } from '#/lib/session/session.ts';

/** Ends the session here and on the server. Where the server cannot be reached the fan stays signed in and is told. */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /wallet/api/v1/user/logout', { body: {} }),
    onSuccess: () => {
      endSession('signedOut');
      queryClient.clear();
      onSignedOut();
    },
  });
}
