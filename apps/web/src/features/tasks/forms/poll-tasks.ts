import type { QueryClient } from '@tanstack/react-query';
import { tasksKey } from '#/features/tasks/use-tasks.ts';

const pollMs = 4000;

/** Refetches the tasks every four seconds while the page is visible, until the returned function is called. */
export function pollTasks(queryClient: QueryClient, accountId: string | undefined): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    // By default an answer slower than the interval would be aborted at every tick.
    void queryClient.refetchQueries({ queryKey: tasksKey(accountId), exact: true }, { cancelRefetch: false });
  }, pollMs);
  return () => clearInterval(timer);
}
