import {
  type QueryKey,
  useQuery,
  type UseQueryResult,
  useQueryClient,
  useMutation,
  type QueryClient,
} from '@tanstack/react-query';
import { track } from '#/lib/analytics/track.ts';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { celebrate } from '#/ui/confetti.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { withToday } from './calendar-weeks.ts';
import { untilNewListMs, type TasksByTab, presentTabs, type Task } from './task.ts';

export function tasksKey(accountId: string | undefined): QueryKey {
  return [...queryKeys.tasks, accountId];
}

/**
 * Loads the tasks by tab; visitors see the rewards. Refetched when a task opens or resets, and when the fan returns to
 * the page, because claims may happen elsewhere.
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

/** Returns the list with one changed task. */
export function withTask(tasks: TasksByTab, taskId: string, change: (task: Task) => Task): TasksByTab {
  return Object.fromEntries(
    presentTabs(tasks).map((tab) => [
      tab,
      (tasks[tab] ?? []).map((task) => (task.taskId === taskId ? change(task) : task)),
    ]),
  );
}

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

/** Celebrates a reward when the server has paid it, and not a moment sooner. */
export function useRewardCelebration(title: string): (points: number) => void {
  const t = useText();
  return (points) => {
    celebrate();
    showToast({ kind: 'success', title: t('task.paid', { points }), detail: title });
  };
}

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
