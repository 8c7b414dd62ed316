import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { formatMinutesSeconds, useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { ClockIcon, VisitIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { AwardedNote, TaskNotice } from './task-notice.tsx';
import { taskAction, type TaskSheetProps, type Task } from './task.ts';
import { claimErrorText, viewErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import { useClaimTask, useConfirmView, type VisitLinkKind } from './use-tasks.ts';
import { VisitAnchor } from './visit-anchor.tsx';

/** Shows a visit, step by step: open the links, stay as long as the task asks, come back, claim. */
export function VisitSheet({ task, onClose, onPaid }: TaskSheetProps): ReactNode {
  const t = useText();
  const nowMs = useServerNow(task.claimableAt ? Date.parse(task.claimableAt) : undefined);
  const action = taskAction(task, nowMs);
  const visit = useConfirmView(task.taskId);
  return (
    <Sheet title={task.title} subtitle={task.description} media={<TaskIcon task={task} />} docks onClose={onClose}>
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

/** Says how many links of a task with several have been visited long enough. */
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

/** Says until when the task's election is open, and links its rules. */
function TaskElection({ taskId }: { taskId: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const times = useQuery({
    queryKey: ['activitiesTime', taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getActivitiesTime', { body: { taskId } }, { signal }),
    meta: { background: true },
  });
  if (times.isPending) return <Skeleton className="h-12 rounded-tile" />;
  const election = times.data?.activity;
  if (!election) return null;
  const { state, title, opensAt, closesAt, rulesLink } = election;
  const when = friendly(state === 'scheduled' ? opensAt : closesAt);
  return (
    <p className="flex min-h-12 items-center gap-2.5 rounded-tile bg-warn-soft px-3.5 py-2 text-small text-warn">
      <ClockIcon size={18} className="shrink-0" />
      <span className="num min-w-0 flex-1 font-semibold text-pretty">
        {t(`taskElection.${state}`, { title, when })}
      </span>
      <Link href={rulesLink} className="press inline-flex min-h-11 items-center font-bold underline">
        {t('taskElection.rules')}
      </Link>
    </p>
  );
}

type VisitLinkProps = { link: VisitLinkKind; nowMs: number; onOpen: () => void };

/** Opening a link starts its visit. */
function VisitLink({ link, nowMs, onOpen }: VisitLinkProps): ReactNode {
  const t = useText();
  const isDone = link.doneAt !== undefined && nowMs >= Date.parse(link.doneAt);
  return (
    <li>
      <VisitAnchor
        link={link}
        onOpen={onOpen}
        className={
          'press flex min-h-16 items-center gap-3 rounded-tile border-2 px-4 py-2 ' +
          (isDone ? 'border-transparent bg-ok-soft' : 'border-line')
        }
      >
        <span className="min-w-0 flex-1">
          {link.linkType === 'page' ? null : (
            <span className="block text-caption font-semibold text-mute">{t(`visit.link.${link.linkType}`)}</span>
          )}
          <span dir="auto" className="block truncate font-semibold">
            {link.label}
          </span>
        </span>
        <VisitMark link={link} isDone={isDone} nowMs={nowMs} />
      </VisitAnchor>
    </li>
  );
}

/** Shows how far the visit of one link is. */
function VisitMark({ link, isDone, nowMs }: { link: VisitLinkKind; isDone: boolean; nowMs: number }): ReactNode {
  const t = useText();
  if (isDone) {
    return (
      <span className="inline-flex shrink-0 items-center gap-1 text-small font-bold text-ok">
        <CheckIcon size={18} />
        {t('visit.done')}
      </span>
    );
  }
  if (link.doneAt) {
    const time = formatMinutesSeconds((Date.parse(link.doneAt) - nowMs) / 1000);
    return (
      <span className="num inline-flex shrink-0 items-center gap-1.5 text-small font-bold text-warn">
        <ClockIcon size={18} />
        {t('visit.linkLeft', { time })}
      </span>
    );
  }
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-small font-bold text-brand">
      {t('visit.open')}
      <VisitIcon size={18} />
    </span>
  );
}
