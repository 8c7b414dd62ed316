import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { endSession } from '#/lib/session/session.ts';

/** Ends the session here, on the server and in the host. Where the server cannot be reached the fan stays signed in and is told. */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /wallet/api/v1/user/logout', { body: {} }),
    onSuccess: () => {
      endSession('signedOut');
      queryClient.clear();
      if (hostPresence()) void tellHost();
      onSignedOut();
    },
  });
}

/** The host has signed the fan in, so it must know that they left. */
async function tellHost(): Promise<void> {
  try {
    const { theHost } = await import('#/lib/host/the-host.ts');
    await theHost()?.logOff();
  } catch (error) {
    console.warn('The host did not log off.', error);
  }
}
