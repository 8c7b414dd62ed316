import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { withTask } from './task-list-update.ts';
import type { Task, TasksByTab } from './task.ts';
import { tasksKey } from './use-tasks.ts';

export type LinkType = NonNullable<Task['links']>[number]['linkType'];

/** Tells the server that the visit of a link has begun; the dwell time runs on its clock. */
export function useConfirmView(taskId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const mutation = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (linkType: LinkType) => call('POST /task/api/v1/taskItem/confirmView', { body: { taskId, linkType } }),
    onSuccess: ({ linkType, claimableAt }) =>
      queryClient.setQueryData<TasksByTab>(
        tasksKey(accountId),
        (tasks) => tasks && withTask(tasks, taskId, (task) => viewed(task, linkType, claimableAt)),
      ),
  });
  return { confirm: mutation.mutate, isPending: mutation.isPending, error: mutation.error };
}

function viewed(task: Task, linkType: LinkType, claimableAt: string): Task {
  const links = task.links?.map((link) =>
    link.linkType === linkType ? { ...link, viewed: true, doneAt: claimableAt } : link,
  );
  return { ...task, claimableAt, ...(links && { links }) };
}
