import { type ReactNode, useState } from 'react';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { TaskActionButton } from './task-action-button.tsx';
import { taskAction } from './task-action.ts';
import { claimErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import { nextReward, type Task } from './task.ts';
import { useClaimTask } from './use-claim-task.ts';
import { useRewardCelebration } from './use-reward-celebration.ts';
import { VisitSheet } from './visit-sheet.tsx';

type TaskCardProps = {
  task: Task;
  /** For an anonymous visitor: whatever the card offers leads there. */
  onSignIn?: (() => void) | undefined;
};

/** One task with what it pays and its one action. */
export function TaskCard({ task, onSignIn }: TaskCardProps): ReactNode {
  const t = useText();
  const [visiting, setVisiting] = useState(false);
  const nowMs = useServerNow(task.claimableAt ? Date.parse(task.claimableAt) : undefined);
  const action = taskAction(task, nowMs);
  const celebrateReward = useRewardCelebration(task.title);
  const claim = useClaimTask(task, celebrateReward);

  const act = () => {
    if (onSignIn) onSignIn();
    else if (action.kind === 'visit' || action.kind === 'dwell') setVisiting(true);
    else claim.claim();
  };
  return (
    <div className="flex items-center gap-3 rounded-tile bg-bg p-3">
      <TaskIcon task={task} />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold text-pretty">{task.title}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-small">
          <span className="num inline-flex items-center gap-1 font-bold text-warn">
            <StarIcon size={14} filled />+{nextReward(task)}
          </span>
          {task.period === 'once' ? null : (
            <span className="text-caption text-mute">{t(`task.period.${task.period}`)}</span>
          )}
        </p>
        {claim.error ? (
          <p role="alert" className="mt-1 text-caption font-semibold text-brand">
            {claimErrorText(claim.error, t)}
          </p>
        ) : null}
      </div>
      <TaskActionButton task={task} action={action} nowMs={nowMs} busy={claim.isPending} onAct={act} />
      {visiting ? <VisitSheet task={task} onClose={() => setVisiting(false)} onPaid={celebrateReward} /> : null}
    </div>
  );
}
