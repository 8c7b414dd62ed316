import { memo, type ReactNode } from 'react';
import { languageTag, useEnvironment } from '#/lib/environment.ts';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useConfig } from '#/lib/use-config.ts';
import { Empty } from '#/ui/empty.tsx';
import { TasksIcon, StarIcon, RefreshIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { TaskFinder } from './task-finder.tsx';
import { TaskListSkeleton } from './task-list-skeleton.tsx';
import { nextReset } from './task-schedule.ts';
import { allTasks, checkInOf, type TasksByTab, taskProgress } from './task.ts';
import { useTaskAddress } from './use-task-address.ts';
import { useTasks } from './use-tasks.ts';

type TaskBoardProps = {
  /** For an anonymous visitor, every action of a task calls this. */
  onSignIn: (() => void) | undefined;
};

/** All tasks: how far the fan is, the check-in, then the others by tab. */
export function TaskBoard({ onSignIn }: TaskBoardProps): ReactNode {
  const t = useText();
  const tasks = useTasks();
  if (tasks.data && allTasks(tasks.data).length > 0) return <LoadedBoard tasks={tasks.data} onSignIn={onSignIn} />;
  return (
    <div className="space-y-4">
      {tasks.isPending ? <Skeleton className="h-44 rounded-card" /> : null}
      <div className="card">
        {tasks.data ? <Empty icon={TasksIcon} text={t('tasks.none')} /> : null}
        {tasks.isError && !tasks.data ? (
          <LoadError
            text={t('tasks.error')}
            error={tasks.error}
            retrying={tasks.isFetching}
            onRetry={() => void tasks.refetch()}
          />
        ) : null}
        {tasks.isPending ? <TaskListSkeleton count={5} /> : null}
      </div>
    </div>
  );
}

function LoadedBoard({ tasks, onSignIn }: { tasks: TasksByTab; onSignIn: (() => void) | undefined }): ReactNode {
  const t = useText();
  const address = useTaskAddress();
  const { wanted } = address;
  const checkIn = checkInOf(tasks);
  const isUnknown = wanted && !allTasks(tasks).some(({ taskId }) => taskId === wanted.taskId);
  return (
    <div className="space-y-4">
      {isUnknown ? <InlineAlert>{t('tasks.unknown')}</InlineAlert> : null}
      <TaskStage tasks={tasks} />
      {checkIn?.streak ? (
        <CheckInCard
          task={checkIn}
          streak={checkIn.streak}
          onSignIn={onSignIn}
          isWanted={checkIn.taskId === wanted?.taskId}
        />
      ) : null}
      <TaskFinder tasks={tasks} address={address} checkIn={checkIn} onSignIn={onSignIn} />
    </div>
  );
}

/** When daily and weekly tasks reset: in the fan's time, and whose midnight that is if zones differ. */
function TaskResets({ tasks }: { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { data: config } = useConfig();
  const daily = nextReset(tasks, 'daily');
  const weekly = nextReset(tasks, 'weekly');
  if (!daily && !weekly) return null;
  const clock = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const inWords = (instant: string, date: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(languageTag(languageType), { ...clock, ...date }).format(new Date(instant));
  const zone = config && zoneBeside(config.timeZone, daily ?? weekly ?? '', languageType);
  return (
    <div className="num mt-4 flex items-start gap-2.5 rounded-tile bg-black/25 p-3 text-caption font-semibold">
      <RefreshIcon size={16} className="mt-px" />
      <div className="min-w-0 space-y-0.5">
        {daily ? <p>{t('tasks.resets.daily', { when: inWords(daily) })}</p> : null}
        {/* On the day on which the week has turned, the weekday alone would name that day. */}
        {weekly ? (
          <p>{t('tasks.resets.weekly', { when: inWords(weekly, { month: 'short', day: 'numeric' }) })}</p>
        ) : null}
        {zone ? <p className="font-normal">{t('tasks.resets.zone', { zone })}</p> : null}
      </div>
    </div>
  );
}

/** The name of the platform's zone, unless the fan's clock shows the same time there. */
function zoneBeside(timeZone: string, instant: string, language: Parameters<typeof zonedDates>[1]): string | undefined {
  const platform = zonedDates(timeZone, language);
  const own = zonedDates(ownTimeZone(), language);
  const isSame = own.format(instant, 'moment') === platform.format(instant, 'moment');
  return isSame ? undefined : platform.zoneName;
}

/** The head of the list: the fan's progress today, what is left to earn, and the reset. */
const TaskStage = memo(function TaskStage({ tasks }: { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const { done, total, pointsLeft } = taskProgress(tasks);
  const isDone = total > 0 && done === total;
  return (
    <section aria-label={t('tasks.progress')} className="stage rounded-card p-5">
      <div className="flex items-center gap-5">
        <Ring done={done} total={total} />
        <div className="min-w-0">
          {isDone ? (
            <p className="text-title font-extrabold">{t('tasks.everythingEarned')}</p>
          ) : (
            <>
              <p className="flex items-center gap-2 text-score leading-none font-extrabold">
                <StarIcon size={28} filled className="text-gold" />
                <RollingNumber value={pointsLeft} />
              </p>
              <p className="mt-1.5 text-small font-semibold">{t('tasks.leftToday')}</p>
            </>
          )}
        </div>
      </div>
      <TaskResets tasks={tasks} />
    </section>
  );
});

const radius = 38;
const circumference = 2 * Math.PI * radius;

/** A ring of light that closes as tasks are done. */
function Ring({ done, total }: { done: number; total: number }): ReactNode {
  const t = useText();
  const part = total > 0 ? done / total : 0;
  return (
    <div
      role="progressbar"
      aria-label={t('tasks.ring', { done, total })}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={total}
      className="relative size-24 shrink-0"
    >
      <svg viewBox="0 0 92 92" aria-hidden="true" className="size-full -rotate-90">
        <circle cx={46} cy={46} r={radius} fill="none" strokeWidth={8} style={{ stroke: 'rgb(255 255 255 / 0.2)' }} />
        <circle
          cx={46}
          cy={46}
          r={radius}
          fill="none"
          strokeWidth={8}
          strokeLinecap="round"
          strokeDasharray={`${circumference * part} ${circumference}`}
          style={part > 0 ? { stroke: 'var(--gold-from)' } : undefined}
        />
      </svg>
      <p aria-hidden="true" className="num absolute inset-0 grid place-content-center text-center leading-none">
        <span className="text-section font-extrabold">{done}</span>
        <span className="mt-1 text-caption font-semibold">/ {total}</span>
      </p>
    </div>
  );
}
