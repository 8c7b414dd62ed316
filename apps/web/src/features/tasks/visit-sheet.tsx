import type { ReactNode } from 'react';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { taskAction } from './task-action.ts';
import { claimErrorText, viewErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import type { Task } from './task.ts';
import { useClaimTask } from './use-claim-task.ts';
import { useConfirmView } from './use-confirm-view.ts';
import { VisitLink } from './visit-link.tsx';

type VisitSheetProps = { task: Task; onClose: () => void; onPaid: (points: number) => void };

/** A visit, step by step: open the links, stay as long as the task asks, come back, claim. */
export function VisitSheet({ task, onClose, onPaid }: VisitSheetProps): ReactNode {
  const t = useText();
  const nowMs = useServerNow(task.claimableAt ? Date.parse(task.claimableAt) : undefined);
  const action = taskAction(task, nowMs);
  const visit = useConfirmView(task.taskId);
  return (
    <Sheet title={task.title} subtitle={task.description} media={<TaskIcon task={task} />} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-4">
          <p className="num rounded-tile bg-raise p-3.5 text-small font-semibold">
            {t('visit.steps', { seconds: task.dwellSeconds ?? 0, points: task.reward, links: task.links?.length ?? 0 })}
          </p>
          <ul className="space-y-2">
            {task.links?.map((link) => (
              <VisitLink key={link.linkType} link={link} onOpen={() => visit.confirm(link.linkType)} />
            ))}
          </ul>
          {visit.error ? <InlineAlert>{viewErrorText(visit.error, t)}</InlineAlert> : null}
          {action.kind === 'awarded' ? (
            <Awarded onDone={close} />
          ) : (
            <ClaimVisit
              task={task}
              ready={action.kind === 'claim'}
              secondsLeft={action.kind === 'dwell' ? (Date.parse(action.claimableAt) - nowMs) / 1000 : null}
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

/** The reward was paid although its answer was lost, or from another device. */
function Awarded({ onDone }: { onDone: () => void }): ReactNode {
  const t = useText();
  return (
    <>
      <p className="flex min-h-14 items-center justify-center gap-2 rounded-tile bg-ok-soft font-bold text-ok">
        <CheckIcon size={20} />
        {t('task.awarded')}
      </p>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
    </>
  );
}

type ClaimVisitProps = {
  task: Task;
  ready: boolean;
  /** Null while no dwell time is running. */
  secondsLeft: number | null;
  onPaid: (points: number) => void;
};

function ClaimVisit({ task, ready, secondsLeft, onPaid }: ClaimVisitProps): ReactNode {
  const t = useText();
  const claim = useClaimTask(task, onPaid);
  const linksLeft = task.links?.filter(({ viewed }) => !viewed).length ?? 0;
  const waiting =
    secondsLeft === null
      ? t('visit.openFirst', { links: linksLeft })
      : t('visit.stay', { time: formatMinutesSeconds(secondsLeft) });
  return (
    <>
      {claim.error ? <InlineAlert>{claimErrorText(claim.error, t)}</InlineAlert> : null}
      <SpendButton size="large" className="num" disabled={!ready} busy={claim.isPending} onClick={claim.claim}>
        {ready ? t('visit.claim', { points: task.reward }) : waiting}
      </SpendButton>
    </>
  );
}
