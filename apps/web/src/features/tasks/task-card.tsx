import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { serverNowMs, useServerNow } from '#/lib/clock/server-clock.ts';
import { formatMinutesSeconds, useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { taskAction, type TaskAction } from './task-action.ts';
import { claimErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import { TaskNotice } from './task-notice.tsx';
import type { TaskSheetProps } from './task-sheet-props.ts';
import { AwardedStamp, badgeState, TaskStateBadge } from './task-state-badge.tsx';
import { nextChangeMs } from './task-schedule.ts';
import { type Task, siteOf, isSocialAction, nextReward } from './task.ts';
import { useClaimTask } from './use-claim-task.ts';
import { useRewardCelebration } from './use-reward-celebration.ts';

/** A task card's target: a sheet in its own chunk, or a screen's path. */
type TaskDoor = { readonly sheet: LazyPart<TaskSheetProps> } | { readonly path: string };

/** Done on the card itself, or where accounts are linked. */
type WithoutDoor = 'checkIn' | 'link';

/** Complete by construction: a kind that is added is a type error here until there is a way to it. */
const doors: Readonly<Record<Exclude<Task['kind'], WithoutDoor>, TaskDoor>> = {
  visit: { sheet: lazyPart(() => import('./visit-sheet.tsx').then((module) => module.VisitSheet)) },
  socialAction: {
    sheet: lazyPart(() => import('./social-action-sheet.tsx').then((module) => module.SocialActionSheet)),
  },
  quiz: { sheet: lazyPart(() => import('./quiz/quiz-sheet.tsx').then((module) => module.QuizSheet)) },
  form: { sheet: lazyPart(() => import('./forms/form-sheet.tsx').then((module) => module.FormSheet)) },
  invite: { path: '/my-invites' },
  riddle: { path: '/riddles' },
  video: { path: '/dazzle-upload' },
  stake: { path: '/stake' },
  luck: { path: '/activity' },
};

/** The target of a task's card; undefined for what is done on the card itself. */
function taskDoor({ kind }: Pick<Task, 'kind'>): TaskDoor | undefined {
  return kind === 'checkIn' || kind === 'link' ? undefined : doors[kind];
}

/** Where accounts are linked; the fan comes back to the tasks. */
const linkPath = `/my-accounts?next=${encodeURIComponent('/task')}`;

type TaskCardProps = {
  task: Task;
  /** For an anonymous visitor, every action of the card calls this. */
  onSignIn?: (() => void) | undefined;
  /** A link asked for the task's sheet. */
  isWantedOpen?: boolean;
  onClose?: (() => void) | undefined;
};

/** One task with its reward, state and action. */
export function TaskCard({ task, onSignIn, isWantedOpen = false, onClose }: TaskCardProps): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const nowMs = useServerNow(nextChangeMs(task, serverNowMs()));
  const action = taskAction(task, nowMs);
  const celebrateReward = useRewardCelebration(task.title);
  const claim = useClaimTask(task, celebrateReward);
  const door = taskDoor(task);
  const Sheet = door && 'sheet' in door ? door.sheet.Component : undefined;
  const isOpenTask = !task.notice && (task.state === 'available' || task.state === 'completed');
  const canOpen = !onSignIn && (isOpenTask || action.kind === 'answers');
  const opensByItself = isWantedOpen && canOpen;
  const [didOpenByItself, setDidOpenByItself] = useState(false);
  // The link only opens the sheet: a change of the task must not close it while the fan uses it.
  if (opensByItself !== didOpenByItself) {
    setDidOpenByItself(opensByItself);
    if (opensByItself) setIsOpen(true);
  }

  const act = () => {
    if (onSignIn) onSignIn();
    else if (action.kind === 'link') navigate(linkPath);
    else if (action.kind === 'claim' || action.kind === 'checkIn') claim.claim();
    else if (door && 'path' in door) navigate(door.path);
    else setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    onClose?.();
  };
  return (
    <div className="rounded-tile bg-bg p-3.5">
      <div className="flex items-start gap-3">
        <TaskIcon task={task} />
        <div className="min-w-0 flex-1">
          <p className="leading-snug font-bold text-pretty">{task.title}</p>
          <p className="mt-0.5 line-clamp-2 text-small text-mute">{task.description}</p>
        </div>
        {task.state === 'awarded' ? <AwardedStamp /> : null}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {task.state === 'awarded' ? null : <TaskStateBadge state={badgeState(task.state, task)} />}
        <TaskFacts task={task} nowMs={nowMs} />
        <div className="ml-auto">
          <TaskActionButton task={task} action={action} nowMs={nowMs} busy={claim.isPending} onAct={act} />
        </div>
      </div>
      {task.notice && (action.kind === 'noticed' || action.kind === 'answers') ? (
        <TaskNotice notice={task.notice} />
      ) : null}
      {claim.error ? (
        <p role="alert" className="mt-2 text-small font-semibold text-brand">
          {claimErrorText(claim.error, t)}
        </p>
      ) : null}
      {Sheet && isOpen ? (
        <Suspense>
          <Sheet task={task} onClose={close} onPaid={celebrateReward} />
        </Suspense>
      ) : null}
    </div>
  );
}

type TaskActionButtonProps = {
  task: Task;
  action: TaskAction;
  nowMs: number;
  busy: boolean;
  onAct: () => void;
};

/** The action of a task's card; nothing where the badge suffices. */
function TaskActionButton({ task, action, nowMs, busy, onAct }: TaskActionButtonProps): ReactNode {
  const t = useText();
  const named = (word: string) => t('task.actionFor', { action: word, title: task.title });
  switch (action.kind) {
    case 'checkIn':
    case 'claim': {
      const word = t(action.kind === 'claim' ? 'task.claim' : 'task.checkIn');
      return (
        <SpendButton busy={busy} aria-label={named(word)} onClick={onAct}>
          {word}
        </SpendButton>
      );
    }
    case 'dwell': {
      const left = formatMinutesSeconds((Date.parse(action.claimableAt) - nowMs) / 1000);
      return (
        <Button variant="soft" className="num" aria-label={named(t('task.go'))} onClick={onAct}>
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
        <Button variant="soft" aria-label={named(word)} onClick={onAct}>
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

/** When a task opens, ends or comes back, in words; within the last day as a countdown. */
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

/** What there is to know of a task: what it pays, how often, how far the fan is, and when it turns. */
function TaskFacts({ task, nowMs }: { task: Task; nowMs: number }): ReactNode {
  const t = useText();
  const turn = useTurnWords()(task, nowMs);
  const { progress, pendingPoints, awaits } = task;
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-mute">
      <span className="num inline-flex items-center gap-1 text-small font-bold text-warn">
        <StarIcon size={14} filled />+{nextReward(task)}
      </span>
      {task.period === 'once' ? null : <span>{t(`task.period.${task.period}`)}</span>}
      {turn ? <span className="num font-semibold">{turn}</span> : null}
      {task.state === 'unlicensed' && isSocialAction(task) ? (
        <span>{t('task.linkFirst', { site: siteOf(task) })}</span>
      ) : null}
      {awaits ? (
        <span className="basis-full text-pretty">{t(`task.awaits.${awaits}`)}</span>
      ) : progress && progress.total > 1 ? (
        <span className="num flex basis-full items-center gap-2 font-semibold">
          <ProgressBar label={task.title} {...progress} className="w-20 bg-raise" />
          {t('task.progress', progress)}
        </span>
      ) : null}
      {pendingPoints ? <span className="basis-full">{t('task.pendingInvites', { points: pendingPoints })}</span> : null}
    </div>
  );
}
