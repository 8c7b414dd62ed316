import type { ReactNode } from 'react';
import { languageTag, useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon, NextIcon, StarIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { type CalendarDay, calendarWeeks } from './calendar-weeks.ts';
import { claimErrorText } from './task-error-text.ts';
import { TaskNotice } from './task-notice.tsx';
import { nextReward, type Streak, type Task } from './task.ts';
import { useClaimTask, useRewardCelebration } from './use-tasks.ts';
import { useWantedPlace, wantedLook } from './task-rows.tsx';

type CheckInCardProps = {
  task: Task;
  streak: Streak;
  onSignIn: (() => void) | undefined;
  /** A link leads to it. */
  isWanted: boolean;
};

/** Shows the daily check-in with its streak, and today's reward one press away. */
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

const looks: Readonly<Record<CalendarDay['state'], string>> = {
  claimed: 'action font-bold',
  today: 'font-bold text-brand chosen-ring',
  past: 'text-ink',
  ahead: 'text-mute',
};

/** Shows the days of the fan's check-ins in the last five weeks, folded at first. */
function CheckInCalendar({ calendar }: { calendar: NonNullable<Task['calendar']> }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const weeks = calendarWeeks(calendar);
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(languageType), { ...options, timeZone: 'UTC' });
  const [narrow, long] = [inUtc({ weekday: 'narrow' }), inUtc({ weekday: 'long' })];
  const spoken = inUtc({ month: 'long', day: 'numeric' });
  return (
    <details className="group mt-4 rounded-tile bg-bg">
      <summary
        className={
          'flex min-h-11 cursor-pointer list-none items-center gap-2.5 ' +
          'px-3.5 text-small font-semibold [&::-webkit-details-marker]:hidden'
        }
      >
        <CalendarIcon size={20} className="text-brand" />
        <span className="flex-1">{t('checkIn.calendar')}</span>
        <span className="num text-caption text-mute">
          {t('checkIn.calendarCount', { count: calendar.claimed.length })}
        </span>
        <NextIcon size={16} className="text-mute transition-transform group-open:rotate-90" />
      </summary>
      <table className="num mb-3 w-full table-fixed text-center text-caption">
        <caption className="sr-only">{t('checkIn.calendar')}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th key={date} scope="col" abbr={long.format(new Date(date))} className="pb-1 font-semibold text-mute">
                {narrow.format(new Date(date))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map(({ date, number, state }) => (
                <td key={date} className="py-0.5" aria-current={date === calendar.today ? 'date' : undefined}>
                  <span
                    aria-hidden="true"
                    className={`mx-auto grid size-8 place-content-center rounded-full ${looks[state]}`}
                  >
                    {number}
                  </span>
                  <span className="sr-only">
                    {spoken.format(new Date(date))}
                    {state === 'claimed' ? ` ${t('checkIn.dayClaimed')}` : ''}
                    {date === calendar.today ? ` ${t('checkIn.dayToday')}` : ''}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type StreakDayState = {
  /** 1 for the first day of the streak. */
  readonly number: number;
  readonly reward: number;
  readonly state: 'claimed' | 'today' | 'ahead';
};

/**
 * Returns the days of a streak. `day` is the next one to claim, or the last claimed one when today's is fetched
 * already.
 */
export function streakDays({ day, rewards, claimedToday }: Streak): readonly StreakDayState[] {
  const claimed = claimedToday ? day : day - 1;
  return rewards.map((reward, index) => {
    const number = index + 1;
    const isToday = number === day && !claimedToday;
    return { number, reward, state: number <= claimed ? 'claimed' : isToday ? 'today' : 'ahead' };
  });
}

const streakLooks: Record<StreakDayState['state'], string> = {
  claimed: 'bg-ok-soft text-ok',
  today: 'bg-brand-soft text-brand chosen-ring',
  ahead: 'bg-raise text-mute',
};

/** Shows one day of the streak: fetched, due today, or ahead. */
function StreakDay({ day }: { day: StreakDayState }): ReactNode {
  const t = useText();
  return (
    <li
      aria-current={day.state === 'today' ? 'date' : undefined}
      className={`flex min-w-0 flex-col items-center gap-1 rounded-control py-2.5 ${streakLooks[day.state]}`}
    >
      {day.state === 'claimed' ? <CheckIcon size={18} /> : <StarIcon size={18} filled={day.state === 'today'} />}
      <span className="num text-caption font-bold">+{day.reward}</span>
      <span className="sr-only">{t(`checkIn.${day.state}`, { day: day.number })}</span>
    </li>
  );
}
