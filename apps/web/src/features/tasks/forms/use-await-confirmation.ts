import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccountId } from '#/lib/session/session.ts';
import { tasksKey } from '../use-tasks.ts';

/** How often a fan who looks at the sheet is told whether the form has arrived. */
const lookEveryMs = 4000;

/** Asks for the tasks again and again as long as the fan waits here; coming back from the form asks by itself. */
export function useAwaitConfirmation(): void {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') {
        void queryClient.refetchQueries({ queryKey: tasksKey(accountId), exact: true });
      }
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [queryClient, accountId]);
}
