import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { AwardedStamp } from './awarded-stamp.tsx';
import { TaskActionButton } from './task-action-button.tsx';
import { taskAction } from './task-action.ts';
import { taskDoor } from './task-doors.tsx';
import { claimErrorText } from './task-error-text.ts';
import { TaskFacts } from './task-facts.tsx';
import { TaskIcon } from './task-icon.tsx';
import { TaskNotice } from './task-notice.tsx';
import { badgeState, TaskStateBadge } from './task-state-badge.tsx';
import { nextTurnMs } from './task-turns.ts';
import type { Task } from './task.ts';
import { useClaimTask } from './use-claim-task.ts';
import { useRewardCelebration } from './use-reward-celebration.ts';

/** Where accounts are linked; the fan comes back to the tasks. */
const linkPath = `/my-accounts?next=${encodeURIComponent('/task')}`;

type TaskCardProps = {
  task: Task;
  /** For an anonymous visitor: whatever the card offers leads there. */
  onSignIn?: (() => void) | undefined;
  /** A link asked for the task's sheet. */
  isWantedOpen?: boolean;
  onClose?: (() => void) | undefined;
};

/** One task with what it pays, where it stands and its one action. */
export function TaskCard({ task, onSignIn, isWantedOpen = false, onClose }: TaskCardProps): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const nowMs = useServerNow(nextTurnMs(task, serverNowMs()));
  const action = taskAction(task, nowMs);
  const celebrateReward = useRewardCelebration(task.title);
  const claim = useClaimTask(task, celebrateReward);
  const door = taskDoor(task);
  const Sheet = door && 'sheet' in door ? door.sheet.Component : undefined;
  const isOpenTask = !task.notice && (task.state === 'available' || task.state === 'completed');
  const canOpen = !onSignIn && (isOpenTask || action.kind === 'answers');
  const opensByItself = isWantedOpen && canOpen;
  const [didOpenByItself, setDidOpenByItself] = useState(false);
  // A link only opens the sheet: what becomes of the task while it is in use must not take it off the screen.
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
