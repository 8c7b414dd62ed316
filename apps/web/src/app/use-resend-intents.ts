import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deliverIntent, type ValueRoute } from '#/lib/intents/deliver-intent.ts';
import { intents } from '#/lib/intents/intents.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/**
 * After a reload or a crash: sends again, with the same keys, what was never answered, and says what became of it. The
 * server carries each out once, however often it hears of it.
 */
export function useResendIntents(): void {
  const queryClient = useQueryClient();
  const accountId = useAccountId();

  useEffect(() => {
    if (accountId === undefined) return;
    for (const intent of intents.unsettled(accountId)) {
      deliverIntent({ ...intent, route: intent.route as ValueRoute }).then(
        () => {
          showToast({ kind: 'success', title: text('intent.confirmed'), detail: text('intent.confirmedDetail') });
          void queryClient.invalidateQueries();
        },
        (error: unknown) => console.warn('An earlier request is still without an answer, or was refused.', error),
      );
    }
  }, [accountId, queryClient]);
}
