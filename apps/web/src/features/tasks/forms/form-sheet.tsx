import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { AwardedNote } from '../awarded-note.tsx';
import type { TaskSheetProps } from '../task-sheet-props.ts';
import { claimErrorText } from '../task-error-text.ts';
import { TaskIcon } from '../task-icon.tsx';
import { TaskNotice } from '../task-notice.tsx';
import type { Task } from '../task.ts';
import { useClaimTask } from '../use-claim-task.ts';
import { FormAddress } from './form-address.tsx';
import { formErrorText } from './form-error-text.ts';
import { FormStep } from './form-step.tsx';
import { useAwaitConfirmation } from './use-await-confirmation.ts';
import { useFormLink } from './use-form-link.ts';
import { useOpenForm } from './use-open-form.ts';

/** A form at somebody else's site, step by step: open it, send it, wait until its site has said so, claim. */
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

/** Shown as long as the form's site has not said that the form came, which is asked about meanwhile. */
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
