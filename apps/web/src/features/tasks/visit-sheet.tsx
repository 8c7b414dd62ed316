import type { ReactNode } from 'react';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { AwardedNote } from './awarded-note.tsx';
import { TaskElection } from './election/task-election.tsx';
import { taskAction } from './task-action.ts';
import type { TaskSheetProps } from './task-sheet-props.ts';
import { claimErrorText, viewErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import { TaskNotice } from './task-notice.tsx';
import type { Task } from './task.ts';
import { useClaimTask } from './use-claim-task.ts';
import { useConfirmView } from './use-confirm-view.ts';
import { VisitLink } from './visit-link.tsx';

/** A visit, step by step: open the links, stay as long as the task asks, come back, claim. */
export function VisitSheet({ task, onClose, onPaid }: TaskSheetProps): ReactNode {
  const t = useText();
  const nowMs = useServerNow(task.claimableAt ? Date.parse(task.claimableAt) : undefined);
  const action = taskAction(task, nowMs);
  const visit = useConfirmView(task.taskId);
  return (
    <Sheet title={task.title} subtitle={task.description} media={<TaskIcon task={task} />} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-4">
          {task.activityId === undefined ? null : <TaskElection taskId={task.taskId} />}
          <p className="num rounded-tile bg-raise p-3.5 text-small font-semibold">
            {t('visit.steps', { seconds: task.dwellSeconds ?? 0, points: task.reward, links: task.links?.length ?? 0 })}
          </p>
          <LinksDone task={task} nowMs={nowMs} />
          <ul className="space-y-2">
            {task.links?.map((link) => (
              <VisitLink key={link.linkType} link={link} nowMs={nowMs} onOpen={() => visit.confirm(link.linkType)} />
            ))}
          </ul>
          {visit.error ? <InlineAlert>{viewErrorText(visit.error, t)}</InlineAlert> : null}
          {action.kind === 'awarded' ? (
            <AwardedNote onDone={close} />
          ) : task.notice ? (
            <TaskNotice notice={task.notice} />
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

/** Of a task with several links: how many of them have been visited long enough. */
function LinksDone({ task, nowMs }: { task: Task; nowMs: number }): ReactNode {
  const t = useText();
  const { links = [] } = task;
  if (links.length < 2) return null;
  const counted = {
    done: links.filter(({ doneAt }) => doneAt !== undefined && nowMs >= Date.parse(doneAt)).length,
    total: links.length,
  };
  const words = t('visit.linksDone', counted);
  return (
    <div>
      <p className="num text-small font-semibold text-mute">{words}</p>
      <ProgressBar label={words} {...counted} className="mt-2 bg-raise" />
    </div>
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
