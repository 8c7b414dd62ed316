import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { intents } from '#/lib/intents/intents.ts';
import { useAccountId } from '#/lib/session/session.ts';

/**
 * Takes care of what an earlier page, or this one before its fan was signed out, sent and never heard back about, once it
 * is known who the fan is.
 */
export function useResendIntents(): void {
  const queryClient = useQueryClient();
  const accountId = useAccountId();

  useEffect(() => {
    if (accountId === undefined) return;
    // Rarely needed, and never on the first screen's way.
    import('./resend-intents.ts')
      .then(({ resendIntents }) => resendIntents(accountId, queryClient))
      .catch((error: unknown) => console.warn('Earlier requests could not be looked after yet.', error));
    return () => intents.leaveBehind();
  }, [accountId, queryClient]);
}
