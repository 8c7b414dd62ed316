import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { signOutKey, endSession } from '#/lib/session/session.ts';
import { pause } from '#/lib/timing/pause.ts';

/**
 * Ends the session here, on the server and in the host. When the server is unreachable, the fan stays signed in and sees an
 * error.
 */
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

/**
 * Cancels the screens' requests before a session ends, because the server would refuse them afterwards. None start while a
 * mutation with `signOutKey` runs.
 */
export async function fallSilent(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  // A component that is rendering now may still start a query before it learns of the sign-out.
  await pause(0);
  await queryClient.cancelQueries();
}

/** The host has signed the fan in, so it must know when the session that it holds is over. Does nothing in a browser. */
export async function logOffHost(): Promise<void> {
  if (!hostPresence()) return;
  try {
    const { theHost } = await import('#/lib/host/the-host.ts');
    await theHost()?.logOff();
  } catch (error) {
    console.warn('The host did not log off.', error);
  }
}

/** After the server has ended a session: ends it here and in the host, and removes the fan's own queries. */
export function forgetSession(queryClient: QueryClient): void {
  endSession('signedOut');
  queryClient.clear();
  void logOffHost();
}
