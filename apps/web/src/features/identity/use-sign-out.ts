import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { endSession, whileEnding } from '#/lib/session/session.ts';

/**
 * Ends the session here, on the server and in the host. When the server is unreachable, the fan stays signed in and sees an
 * error.
 */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => endSessionBy(queryClient, () => call('POST /wallet/api/v1/user/logout', { body: {} })),
    onSuccess: onSignedOut,
    onError: () => queryClient.invalidateQueries(),
  });
}

/** Ends the session by a call. Queries under way are cancelled, because the server would refuse them afterwards. */
export function endSessionBy<T>(queryClient: QueryClient, end: () => Promise<T>): Promise<T> {
  return whileEnding(async () => {
    await queryClient.cancelQueries();
    const answer = await end();
    forgetSession(queryClient);
    return answer;
  });
}

/** After the server has ended a session: ends it here and in the host, and removes the fan's own queries. */
export function forgetSession(queryClient: QueryClient): void {
  endSession('signedOut');
  queryClient.clear();
  void logOffHost();
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
