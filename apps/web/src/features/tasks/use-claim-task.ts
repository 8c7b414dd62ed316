import { useQueryClient } from '@tanstack/react-query';
import { track } from '#/lib/analytics/track.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { withToday } from './calendar-weeks.ts';
import { withTask } from './task-list-update.ts';
import type { Task, TasksByTab } from './task.ts';
import { useHeldToast } from './use-held-toast.ts';
import { tasksKey } from './use-tasks.ts';

/** Claims a task's reward. Called back with the Points that were really paid; of a reward that is held the fan is told. */
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
