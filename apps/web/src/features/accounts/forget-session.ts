import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#/lib/session/session.ts';
import { logOffHost } from './log-off-host.ts';

/** After the server has ended a session: ends it here and in the host, and forgets what was the fan's own. */
export function forgetSession(queryClient: QueryClient): void {
  endSession('signedOut');
  queryClient.clear();
  void logOffHost();
}
