import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { Task, TasksByTab } from './task.ts';
import { withTask, tasksKey } from './use-tasks.ts';

export type VisitLinkKind = NonNullable<Task['links']>[number];
type LinkType = VisitLinkKind['linkType'];

/** Reports the start of a visit to the server, whose clock measures the dwell time. */
export function useConfirmView(taskId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const mutation = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (linkType: LinkType) => call('POST /task/api/v1/taskItem/confirmView', { body: { taskId, linkType } }),
    onSuccess: ({ linkType, claimableAt }) =>
      showAnswer<TasksByTab>(queryClient, { queryKey: tasksKey(accountId), exact: true }, (tasks) =>
        withTask(tasks, taskId, (task) => withViewedLink(task, linkType, claimableAt)),
      ),
  });
  return { confirm: mutation.mutate, error: mutation.error };
}

function withViewedLink(task: Task, linkType: LinkType, claimableAt: string): Task {
  const links = task.links?.map((link) =>
    link.linkType === linkType ? { ...link, viewed: true, doneAt: claimableAt } : link,
  );
  return { ...task, claimableAt, ...(links && { links }) };
}
