import { type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { untilNewListMs } from './task-schedule.ts';
import { type TasksByTab, presentTabs, type Task } from './task.ts';

export function tasksKey(accountId: string | undefined): QueryKey {
  return [...queryKeys.tasks, accountId];
}

/**
 * The tasks by tab; visitors see the rewards. Refetched when a task opens or resets, and when the fan returns to the page,
 * because claims may happen elsewhere.
 */
export function useTasks(): UseQueryResult<TasksByTab> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: tasksKey(accountId),
    queryFn: ({ signal }) =>
      call('POST /task/api/v1/task/getTasksList', { body: accountId === undefined ? {} : { accountId } }, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => untilNewListMs(state.data, serverNowMs()),
  });
}

/** The list with one changed task. */
export function withTask(tasks: TasksByTab, taskId: string, change: (task: Task) => Task): TasksByTab {
  return Object.fromEntries(
    presentTabs(tasks).map((tab) => [
      tab,
      (tasks[tab] ?? []).map((task) => (task.taskId === taskId ? change(task) : task)),
    ]),
  );
}
