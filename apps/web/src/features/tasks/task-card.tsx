import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { formatMinutesSeconds, useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { taskAction, type TaskAction, nextChangeMs, type Task, siteOf, isSocialAction, nextReward } from './task.ts';
import { claimErrorText, viewErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import { TaskNotice } from './task-notice.tsx';
import { taskDoor } from './task-sheet.tsx';
import { AwardedStamp, badgeState, TaskStateBadge } from './task-state-badge.tsx';
import { useClaimTask, useConfirmView, type VisitLinkKind, useRewardCelebration } from './use-tasks.ts';
import { VisitAnchor } from './visit-anchor.tsx';

/** The path to link accounts; the fan comes back to the tasks. */
const linkPath = `/my-accounts?next=${encodeURIComponent('/task')}`;

type TaskCardProps = {
  task: Task;
  /** Signs in; every action of a task calls this for an anonymous visitor. */
  onSignIn?: (() => void) | undefined;
  /** Opens the task's sheet. */
  onOpen: (taskId: string) => void;
  /** Whether it shows the description, where few tasks are shown. */
  described?: boolean;
};

/** Shows one task as a row: its title, reward, state and one action. */
export function TaskCard({ task, onSignIn, onOpen, described = false }: TaskCardProps): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const nowMs = useServerNow((shownMs) => nextChangeMs(task, shownMs));
  const action = taskAction(task, nowMs);
  const claim = useClaimTask(task, useRewardCelebration(task.title));
  const visit = useConfirmView(task.taskId);
  const error = claim.error ? claimErrorText(claim.error, t) : visit.error && viewErrorText(visit.error, t);
  const act = () => {
    const door = taskDoor(task);
    if (onSignIn) onSignIn();
    else if (action.kind === 'link') navigate(linkPath);
    else if (action.kind === 'claim' || action.kind === 'checkIn') claim.claim();
    else if (door && 'path' in door) navigate(door.path);
    else onOpen(task.taskId);
  };
  const page = task.kind === 'visit' && task.links?.length === 1 ? task.links[0] : undefined;
  return (
    <div className="rounded-tile bg-bg p-2">
      <div className="flex items-center gap-3">
        <TaskIcon task={task} />
        <div className="min-w-0 flex-1">
          <p className="text-body leading-snug font-bold text-pretty">{task.title}</p>
          {described ? <p className="line-clamp-2 text-caption text-mute">{task.description}</p> : null}
          <TaskFacts task={task} nowMs={nowMs} />
        </div>
        {task.state === 'awarded' ? <AwardedStamp /> : null}
        {page && !onSignIn && (action.kind === 'go' || action.kind === 'dwell') ? (
          <VisitButton task={task} page={page} action={action} nowMs={nowMs} onConfirm={visit.confirm} />
        ) : (
          <TaskActionButton task={task} action={action} nowMs={nowMs} busy={claim.isPending} onAct={act} />
        )}
      </div>
      {task.notice && (action.kind === 'noticed' || action.kind === 'answers') ? (
        <TaskNotice notice={task.notice} />
      ) : null}
      {error ? (
        <p role="alert" className="mt-2 text-small font-semibold text-brand">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type VisitButtonProps = {
  task: Task;
  page: VisitLinkKind;
  action: TaskAction;
  nowMs: number;
  onConfirm: (linkType: VisitLinkKind['linkType']) => void;
};

/**
 * Shows the one button of a visit until its claim: it opens the page, and then shows how long the visit still lasts.
 */
function VisitButton({ task, page, action, nowMs, onConfirm }: VisitButtonProps): ReactNode {
  const t = useText();
  const isRunning = action.kind === 'dwell';
  return (
    <VisitAnchor
      link={page}
      label={t('task.actionFor', { action: t('visit.open'), title: task.title })}
      className={`num ${buttonStyle('soft')}`}
      onOpen={() => {
        if (!isRunning) onConfirm(page.linkType);
      }}
    >
      {isRunning ? (
        <>
          <ClockIcon size={16} />
          {formatMinutesSeconds((Date.parse(action.claimableAt) - nowMs) / 1000)}
        </>
      ) : (
        t('visit.open')
      )}
    </VisitAnchor>
  );
}

type TaskActionButtonProps = {
  task: Task;
  action: TaskAction;
  nowMs: number;
  busy: boolean;
  onAct: () => void;
};

/** Shows the action of a task's card; nothing where the badge suffices. */
function TaskActionButton({ task, action, nowMs, busy, onAct }: TaskActionButtonProps): ReactNode {
  const t = useText();
  const labelOf = (word: string) => t('task.actionFor', { action: word, title: task.title });
  switch (action.kind) {
    case 'checkIn':
    case 'claim': {
      const word = t(action.kind === 'claim' ? 'task.claim' : 'task.checkIn');
      return (
        <SpendButton busy={busy} aria-label={labelOf(word)} onClick={onAct}>
          {word}
        </SpendButton>
      );
    }
    case 'dwell': {
      const left = formatMinutesSeconds((Date.parse(action.claimableAt) - nowMs) / 1000);
      return (
        <Button variant="soft" className="num" aria-label={labelOf(t('task.go'))} onClick={onAct}>
          <ClockIcon size={16} />
          {left}
        </Button>
      );
    }
    case 'go':
    case 'answers':
    case 'link': {
      const word =
        action.kind === 'link'
          ? t('task.link', { site: siteOf(task) })
          : t(action.kind === 'go' ? 'task.go' : 'task.answers');
      return (
        <Button variant="soft" aria-label={labelOf(word)} onClick={onAct}>
          {word}
        </Button>
      );
    }
    case 'opening':
      return <Note>{t('task.opening')}</Note>;
    case 'ended':
      return <Note>{t('task.ended')}</Note>;
    case 'locked':
    case 'noticed':
    case 'stayTuned':
    case 'awarded':
      return null;
  }
}

function Note({ children }: { children: ReactNode }): ReactNode {
  return <span className="inline-flex min-h-11 items-center text-small font-bold text-mute">{children}</span>;
}

/** Says when a task opens, ends or comes back; within the last day as a countdown. */
function useTurnWords(): (task: Task, nowMs: number) => string | undefined {
  const t = useText();
  const friendly = useFriendlyDate();
  return ({ state, opensAt, endsAt, resetsAt }, nowMs) => {
    const left = (instant: string) => formatTimeLeft(Date.parse(instant), nowMs);
    if (state === 'awarded') {
      if (!resetsAt) return undefined;
      const time = left(resetsAt);
      return time ? t('task.againIn', { time }) : t('task.againAt', { when: friendly(resetsAt) });
    }
    if (state === 'stayTuned') {
      if (!opensAt || Date.parse(opensAt) <= nowMs) return undefined;
      const time = left(opensAt);
      return time ? t('task.opensIn', { time }) : t('task.opensAt', { when: friendly(opensAt) });
    }
    if (!endsAt || Date.parse(endsAt) <= nowMs) return undefined;
    const time = left(endsAt);
    return time ? t('task.endsIn', { time }) : t('task.endsAt', { when: friendly(endsAt) });
  };
}

/** Shows what a task pays, how often, how far the fan is, and when it turns. */
function TaskFacts({ task, nowMs }: { task: Task; nowMs: number }): ReactNode {
  const t = useText();
  const turn = useTurnWords()(task, nowMs);
  const { progress, pendingPoints, awaits } = task;
  const badge = badgeState(task);
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-mute">
      <span className="num inline-flex items-center gap-1 text-small font-bold text-warn">
        <StarIcon size={14} filled />+{nextReward(task)}
      </span>
      {badge === undefined ? null : <TaskStateBadge state={badge} />}
      {task.period === 'once' ? null : <span>{t(`task.period.${task.period}`)}</span>}
      {turn ? <span className="num font-semibold">{turn}</span> : null}
      {task.state === 'unlicensed' && isSocialAction(task) ? (
        <span>{t('task.linkFirst', { site: siteOf(task) })}</span>
      ) : null}
      {awaits ? (
        <span className="basis-full text-pretty">{t(`task.awaits.${awaits}`)}</span>
      ) : progress && progress.total > 1 ? (
        <span className="num flex items-center gap-2 font-semibold">
          <ProgressBar label={task.title} {...progress} className="w-12 bg-raise" />
          {t('task.progress', progress)}
        </span>
      ) : null}
      {pendingPoints ? <span className="basis-full">{t('task.pendingInvites', { points: pendingPoints })}</span> : null}
    </div>
  );
}
