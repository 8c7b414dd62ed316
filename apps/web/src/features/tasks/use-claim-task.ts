import { useQueryClient } from '@tanstack/react-query';
import { track } from '#/lib/analytics/track.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { withTask } from './task-list-update.ts';
import type { Task, TasksByTab } from './task.ts';
import { tasksKey } from './use-tasks.ts';

/** Claims a task's reward. Called back with the Points that were really paid. */
export function useClaimTask(task: Task, onPaid: (points: number) => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const intent = useIntent({
    route: 'POST /task/api/v1/task/completeAndClaimPoint',
    scope: `claim:${task.taskId}`,
    affects: [queryKeys.tasks, queryKeys.assets, queryKeys.myVotes],
    onDone: ({ points, state, streak }) => {
      track({ name: 'task', typeId: task.typeId });
      queryClient.setQueryData<TasksByTab>(
        tasksKey(accountId),
        (tasks) => tasks && withTask(tasks, task.taskId, (old) => ({ ...old, state, ...(streak && { streak }) })),
      );
      onPaid(points);
    },
  });
  const claim = () => intent.mutate({ taskId: task.taskId });
  return { claim, isPending: intent.isPending, error: intent.error };
}
