import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { CheckInCalendar } from './check-in-calendar.tsx';
import { StreakDay } from './streak-day.tsx';
import { streakDays } from './streak-days.ts';
import { claimErrorText } from './task-error-text.ts';
import { TaskNotice } from './task-notice.tsx';
import { nextReward, type Streak, type Task } from './task.ts';
import { useClaimTask } from './use-claim-task.ts';
import { useRewardCelebration } from './use-reward-celebration.ts';
import { useWantedPlace, wantedLook } from './wanted-place.ts';

type CheckInCardProps = {
  task: Task;
  streak: Streak;
  onSignIn: (() => void) | undefined;
  /** A link leads to it. */
  isWanted: boolean;
};

/** The daily check-in with its streak, and today's reward one press away. */
export function CheckInCard({ task, streak, onSignIn, isWanted }: CheckInCardProps): ReactNode {
  const t = useText();
  const claim = useClaimTask(task, useRewardCelebration(task.title));
  return (
    <section
      ref={useWantedPlace<HTMLElement>(isWanted)}
      tabIndex={isWanted ? -1 : undefined}
      aria-labelledby="check-in"
      className={`card ${isWanted ? wantedLook : ''}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="check-in" className="text-title font-bold">
          {task.title}
        </h2>
        <span className="num text-small font-semibold text-mute">
          {t('checkIn.day', { day: streak.day, total: streak.rewards.length })}
        </span>
      </div>
      <p className="mt-0.5 text-small text-mute">{task.description}</p>
      <ol className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(max(2.25rem,34px),1fr))] gap-1.5">
        {streakDays(streak).map((day) => (
          <StreakDay key={day.number} day={day} />
        ))}
      </ol>
      {claim.error ? (
        <div className="mt-4">
          <InlineAlert>{claimErrorText(claim.error, t)}</InlineAlert>
        </div>
      ) : null}
      {task.notice ? <TaskNotice notice={task.notice} /> : null}
      {task.notice ? null : streak.claimedToday ? (
        <p className="mt-4 flex min-h-14 items-center justify-center gap-2 rounded-tile bg-ok-soft font-bold text-ok">
          <CheckIcon size={20} />
          {t('checkIn.done')}
        </p>
      ) : (
        <SpendButton size="large" className="num mt-4" busy={claim.isPending} onClick={onSignIn ?? claim.claim}>
          {t('checkIn.action', { points: nextReward(task) })}
        </SpendButton>
      )}
      {task.calendar && !onSignIn ? <CheckInCalendar calendar={task.calendar} /> : null}
    </section>
  );
}
