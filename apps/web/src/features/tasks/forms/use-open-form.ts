import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { withTask } from '../task-list-update.ts';
import type { TasksByTab } from '../task.ts';
import { tasksKey } from '../use-tasks.ts';

/** Tells the server that the fan goes to the form, so that the card shows that it is on its way. */
export function useOpenForm(taskId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const mutation = useMutation({
    meta: { shownInPlace: true },
    mutationFn: () => call('POST /task/api/v1/taskItem/openForm', { body: { taskId } }),
    onSuccess: () =>
      queryClient.setQueryData<TasksByTab>(
        tasksKey(accountId),
        (tasks) =>
          tasks &&
          withTask(tasks, taskId, (task) => ({ progress: { done: 1, total: 2 }, awaits: 'confirmation', ...task })),
      ),
  });
  return { open: () => mutation.mutate(), isOpened: mutation.isSuccess, error: mutation.error };
}
