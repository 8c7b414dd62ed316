import { useQueryClient } from '@tanstack/react-query';
import { track } from '#/lib/analytics/track.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { withToday } from './calendar-weeks.ts';
import { withTask, tasksKey } from './use-tasks.ts';
import type { Task, TasksByTab } from './task.ts';

/** Claims a task's reward. The callback gets the Points that were paid; a held reward shows a notice instead. */
export function useClaimTask(task: Task, onPaid: (points: number) => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const tellHeld = useHeldToast(task.title);
  const intent = useIntent({
    route: 'POST /task/api/v1/task/completeAndClaimPoint',
    scope: `claim:${task.taskId}`,
    affects: [queryKeys.tasks, queryKeys.assets, queryKeys.myVotes],
    onDone: ({ points, state, notice, streak }) => {
      track({ name: 'task', typeId: task.typeId });
      queryClient.setQueryData<TasksByTab>(
        tasksKey(accountId),
        (tasks) =>
          tasks &&
          withTask(tasks, task.taskId, (old) => ({
            ...old,
            state: state === 'held' ? 'completed' : state,
            ...(notice && { notice }),
            ...(streak && { streak }),
            ...(old.calendar && { calendar: withToday(old.calendar) }),
          })),
      );
      if (state === 'awarded') onPaid(points);
      else tellHeld();
    },
  });
  const claim = () => intent.mutate({ taskId: task.taskId });
  return { claim, isPending: intent.isPending, error: intent.error };
}

/** A held claim is confirmed without a celebration. */
function useHeldToast(title: string): () => void {
  const t = useText();
  return () => showToast({ kind: 'notice', title: t('task.heldToast'), detail: title });
}
