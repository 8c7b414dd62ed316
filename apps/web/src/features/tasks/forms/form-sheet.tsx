import type { Contract, ErrorOf, DataOf } from '@lightstick/contract';
import { useQueryClient, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { claimErrorText, obstacleTexts } from '#/features/tasks/task-error-text.ts';
import { TaskIcon } from '#/features/tasks/task-icon.tsx';
import { AwardedNote, TaskNotice } from '#/features/tasks/task-notice.tsx';
import type { TaskSheetProps, Task, TasksByTab } from '#/features/tasks/task.ts';
import { useClaimTask, tasksKey, withTask, pollTasks } from '#/features/tasks/use-tasks.ts';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { friendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { VisitIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Spinner } from '#/ui/spinner.tsx';

/** Shows a form at another site, step by step: open it, send it, wait for the site's confirmation, claim. */
export function FormSheet({ task, onClose, onPaid }: TaskSheetProps): ReactNode {
  return (
    <Sheet title={task.title} subtitle={task.description} media={<TaskIcon task={task} />} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-5">
          {task.state === 'awarded' ? (
            <AwardedNote onDone={close} />
          ) : task.notice ? (
            <TaskNotice notice={task.notice} />
          ) : (
            <Steps
              task={task}
              onPaid={(points) => {
                close();
                onPaid(points);
              }}
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

function Steps({ task, onPaid }: Pick<TaskSheetProps, 'task' | 'onPaid'>): ReactNode {
  const t = useText();
  const isConfirmed = task.state === 'completed';
  const isOpened = isConfirmed || task.progress?.done === 1;
  return (
    <>
      <ol className="space-y-3">
        <FormStep place={1} state={isOpened ? 'done' : 'now'}>
          {t('form.step.open')}
        </FormStep>
        <FormStep place={2} state={isConfirmed ? 'done' : isOpened ? 'now' : 'coming'}>
          {t('form.step.confirm')}
        </FormStep>
        <FormStep place={3} state={isConfirmed ? 'now' : 'coming'}>
          {t('form.step.claim', { points: task.reward })}
        </FormStep>
      </ol>
      {isConfirmed ? null : <WayToForm task={task} isOpened={isOpened} />}
      <div aria-live="polite">
        {isConfirmed ? (
          <p className="enter rounded-tile bg-ok-soft p-3.5 text-small font-semibold text-ok">{t('form.confirmed')}</p>
        ) : isOpened ? (
          <Waiting />
        ) : null}
      </div>
      <ClaimForm task={task} isReady={isConfirmed} onPaid={onPaid} />
    </>
  );
}

function WayToForm({ task, isOpened }: { task: Task; isOpened: boolean }): ReactNode {
  const t = useText();
  const link = useFormLink(task.taskId);
  const form = useOpenForm(task.taskId);
  if (link.data) {
    return (
      <>
        <FormAddress link={link.data} isOpened={isOpened} onOpen={form.open} />
        {form.error ? <InlineAlert>{formErrorText(form.error, t)}</InlineAlert> : null}
      </>
    );
  }
  if (!link.isError) {
    return (
      <LoadingRegion>
        <Skeleton className="h-16 rounded-tile" />
      </LoadingRegion>
    );
  }
  return (
    <>
      <InlineAlert>{formErrorText(link.error, t)}</InlineAlert>
      <Button variant="soft" size="large" busy={link.isFetching} onClick={() => void link.refetch()}>
        {t('common.retry')}
      </Button>
    </>
  );
}

/** Stands in until the form's site has confirmed, which is polled. */
function Waiting(): ReactNode {
  const t = useText();
  useAwaitConfirmation();
  return (
    <div className="enter flex items-start gap-3 rounded-tile bg-raise p-3.5">
      <span className="mt-0.5 text-brand">
        <Spinner />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{t('form.waiting')}</p>
        <p className="mt-0.5 text-small text-mute">{t('form.waitingText')}</p>
      </div>
    </div>
  );
}

type ClaimFormProps = { task: Task; isReady: boolean; onPaid: (points: number) => void };

function ClaimForm({ task, isReady, onPaid }: ClaimFormProps): ReactNode {
  const t = useText();
  const claim = useClaimTask(task, onPaid);
  return (
    <>
      {claim.error ? <InlineAlert>{claimErrorText(claim.error, t)}</InlineAlert> : null}
      <SpendButton size="large" className="num" disabled={!isReady} busy={claim.isPending} onClick={claim.claim}>
        {isReady ? t('visit.claim', { points: task.reward }) : t('form.claimLater')}
      </SpendButton>
    </>
  );
}

type FormRefusal = ErrorOf<Contract['POST /task/api/v1/taskItem/getFormLink' | 'POST /task/api/v1/taskItem/openForm']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const formTexts: Record<FormRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  ...obstacleTexts,
  TASK_WITHOUT_FORM: 'form.refused.withoutForm',
};

function formErrorText(error: Error, t: Translate): string {
  return refusalText(error, formTexts, t);
}

type FormStepProps = { place: number; state: 'done' | 'now' | 'coming'; children: ReactNode };

const badges = {
  done: 'bg-ok-soft text-ok',
  now: 'bg-brand-soft text-brand',
  coming: 'bg-raise text-mute',
} as const;

/** Shows one step on the way from the form to its reward. */
function FormStep({ place, state, children }: FormStepProps): ReactNode {
  const t = useText();
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex items-start gap-3">
      <span
        aria-hidden="true"
        className={`num grid size-7 shrink-0 place-items-center rounded-full text-small font-bold ${badges[state]}`}
      >
        {state === 'done' ? <CheckIcon size={16} /> : place}
      </span>
      <span className={`min-w-0 flex-1 pt-0.5 font-semibold ${state === 'coming' ? 'text-mute' : ''}`}>
        {children}
        {state === 'done' ? <span className="sr-only"> {t('form.stepDone')}</span> : null}
      </span>
    </li>
  );
}

/** Polls the tasks while the fan waits here; returning from the form refetches anyway. */
function useAwaitConfirmation(): void {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  useEffect(() => pollTasks(queryClient, accountId), [queryClient, accountId]);
}

/** Reports that the fan opens the form, so that the card shows it as started. */
function useOpenForm(taskId: string) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const mutation = useMutation({
    meta: { shownInPlace: true },
    mutationFn: () => call('POST /task/api/v1/taskItem/openForm', { body: { taskId } }),
    onSuccess: () =>
      showAnswer<TasksByTab>(queryClient, { queryKey: tasksKey(accountId), exact: true }, (tasks) =>
        withTask(tasks, taskId, (task) => ({ progress: { done: 1, total: 2 }, awaits: 'confirmation', ...task })),
      ),
  });
  return { open: () => mutation.mutate(), isOpened: mutation.isSuccess, error: mutation.error };
}

type FormAddressProps = { link: FormLink; isOpened: boolean; onOpen: () => void };

/** Shows a real link to the form, so that no pop-up blocker stops it. */
function FormAddress({ link, isOpened, onOpen }: FormAddressProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  return (
    <div>
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        onAuxClick={onOpen}
        className="press flex min-h-16 items-center gap-3 rounded-tile border-2 border-line px-4 py-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            {t(isOpened ? 'form.openAgain' : 'form.open')}
            <span className="sr-only"> {t('visit.newWindow')}</span>
          </span>
          <span dir="auto" className="block truncate text-caption text-mute">
            {new URL(link.url).host}
          </span>
        </span>
        <span className="text-brand">
          <VisitIcon size={20} />
        </span>
      </a>
      <p className="mt-2 text-caption text-mute">
        {t('form.until', { time: friendlyDate(link.expiresAt, languageType) })}
      </p>
    </div>
  );
}

type FormLink = DataOf<Contract['POST /task/api/v1/taskItem/getFormLink']>;

/** Loads the fan's form address of a task. Refetched whenever the sheet opens, because it expires. */
function useFormLink(taskId: string): UseQueryResult<FormLink> {
  const accountId = useAccountId() ?? '';
  return useQuery({
    queryKey: ['formLink', accountId, taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getFormLink', { body: { taskId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { shownInPlace: true },
  });
}
