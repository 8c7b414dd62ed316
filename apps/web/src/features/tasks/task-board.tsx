import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { isOwnTimeKnown, offsetHidden, ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useConfig } from '#/lib/use-config.ts';
import { Empty } from '#/ui/empty.tsx';
import { TasksIcon, StarIcon, RefreshIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { isClaimed, nextReset, allTasks, checkInOf, type Task, type TasksByTab, taskProgress } from './task.ts';
import { TaskFinder, taskListId, type TaskAddress, useTaskAddress } from './task-finder.tsx';
import { TaskListSkeleton } from './task-list-skeleton.tsx';
import { byStanding, nextTasks } from './task-plan.ts';
import { TaskRows } from './task-rows.tsx';
import { TaskSheet } from './task-sheet.tsx';
import { useTasks } from './use-tasks.ts';

type TaskBoardProps = {
  /** Stands below the next tasks. */
  banners: ReactNode;
  /** Signs in; every action of a task calls this for an anonymous visitor. */
  onSignIn: (() => void) | undefined;
};

/** Shows all tasks: the check-in, what is next, how far the fan is, then the others by tab. */
export function TaskBoard({ banners, onSignIn }: TaskBoardProps): ReactNode {
  const t = useText();
  const tasks = useTasks();
  if (tasks.data && allTasks(tasks.data).length > 0) {
    return <LoadedBoard tasks={tasks.data} banners={banners} onSignIn={onSignIn} />;
  }
  return (
    <div className="space-y-4">
      {tasks.isPending ? <Skeleton className="h-76 rounded-card" /> : null}
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
        {tasks.isPending ? <TaskListSkeleton count={3} /> : null}
      </div>
      {banners}
    </div>
  );
}

function LoadedBoard({ tasks, banners, onSignIn }: TaskBoardProps & { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const address = useTaskAddress();
  const { wanted } = address;
  const checkIn = checkInOf(tasks);
  const next = useMemo(() => nextTasks(byStanding(allTasks(tasks)).open, serverNowMs()), [tasks]);
  const sheet = useOpenSheet(tasks, address, onSignIn);
  const isUnknown = wanted && !allTasks(tasks).some(({ taskId }) => taskId === wanted.taskId);
  return (
    <div className="space-y-4">
      {isUnknown ? <InlineAlert>{t('tasks.unknown')}</InlineAlert> : null}
      {checkIn?.streak ? (
        <CheckInCard
          task={checkIn}
          streak={checkIn.streak}
          onSignIn={onSignIn}
          isWanted={checkIn.taskId === wanted?.taskId}
        />
      ) : null}
      <NextTasks
        tasks={next}
        wantedId={address.tab === 'all' && address.keyword === '' ? wanted?.taskId : undefined}
        onSignIn={onSignIn}
        onOpen={sheet.open}
      />
      <TaskProgressCard tasks={tasks} />
      {banners}
      <TaskFinder tasks={tasks} address={address} above={next} onSignIn={onSignIn} onOpen={sheet.open} />
      {sheet.task ? <TaskSheet key={sheet.task.taskId} task={sheet.task} onClose={sheet.close} /> : null}
    </div>
  );
}

/** Returns the task whose sheet is open: by a press, or by a link that asks for it. */
function useOpenSheet(tasks: TasksByTab, { wanted, closeWanted }: TaskAddress, onSignIn: (() => void) | undefined) {
  const [openId, setOpenId] = useState<string>();
  const asked = allTasks(tasks).find(({ taskId }) => wanted?.isOpen && taskId === wanted.taskId);
  const askedId = asked && !onSignIn && canOpen(asked) ? asked.taskId : undefined;
  const [knownId, setKnownId] = useState<string>();
  // The link only opens the sheet: a change of the task must not close it while the fan uses it.
  if (askedId !== knownId) {
    setKnownId(askedId);
    if (askedId !== undefined) setOpenId(askedId);
  }
  const close = () => {
    setOpenId(undefined);
    if (wanted?.isOpen) closeWanted();
  };
  return { open: setOpenId, close, task: allTasks(tasks).find(({ taskId }) => taskId === openId) };
}

function canOpen(task: Task): boolean {
  const isOpenTask = !task.notice && (task.state === 'available' || task.state === 'completed');
  return isOpenTask || (task.kind === 'quiz' && isClaimed(task));
}

type NextTasksProps = {
  tasks: readonly Task[];
  wantedId: string | undefined;
  onSignIn: (() => void) | undefined;
  onOpen: (taskId: string) => void;
};

/**
 * Shows what the fan can do next. A task leaves when it is claimed; the keyboard then goes on at the heading, or at
 * that of the list below when nothing is left here.
 */
function NextTasks({ tasks, ...rows }: NextTasksProps): ReactNode {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = tasks.map(({ taskId }) => taskId).join();
  const known = useRef(ids);
  const section = useRef<HTMLElement>(null);
  const isEntered = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      isEntered.current = target instanceof Node && section.current?.contains(target) === true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (known.current === ids) return;
    known.current = ids;
    if (!isEntered.current || document.activeElement !== document.body) return;
    (heading.current ?? document.getElementById(taskListId))?.focus({ preventScroll: true });
  }, [ids]);
  if (tasks.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="next-tasks" className="card">
      <h2 ref={heading} id="next-tasks" tabIndex={-1} className="mb-3 text-title font-bold">
        {t('tasks.next')}
      </h2>
      <TaskRows tasks={tasks} {...rows} />
    </section>
  );
}

/** Says when daily and weekly tasks reset: in the fan's time, and whose midnight that is if zones differ. */
function TaskResets({ tasks }: { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { data: config } = useConfig();
  const daily = nextReset(tasks, 'daily');
  const weekly = nextReset(tasks, 'weekly');
  if (!daily && !weekly) return null;
  const { format } = zonedDates(ownTimeZone(), languageType);
  const zone = config && zoneBeside(config.timeZone, daily ?? weekly ?? '', languageType);
  return (
    <div className="num mt-3 flex items-start gap-2.5 rounded-tile bg-bg px-3 py-2 text-caption font-semibold">
      <RefreshIcon size={16} className="mt-px" />
      {/* A gap, because the last line may be hidden. */}
      <div className="grid min-w-0 gap-0.5">
        {daily ? <p>{t('tasks.resets.daily', { when: format(daily, 'weekday') })}</p> : null}
        {weekly ? <p>{t('tasks.resets.weekly', { when: format(weekly, 'weekday') })}</p> : null}
        {zone ? (
          <p data-offset={offsetHidden(config.timeZone)} className="font-normal">
            {t('tasks.resets.zone', { zone })}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Returns the name of the platform's zone, unless the fan's clock shows the same time there. */
function zoneBeside(timeZone: string, instant: string, language: Parameters<typeof zonedDates>[1]): string | undefined {
  const platform = zonedDates(timeZone, language);
  const own = zonedDates(ownTimeZone(), language);
  const isSame = own.format(instant, 'moment') === platform.format(instant, 'moment');
  return isSame && isOwnTimeKnown() ? undefined : platform.zoneName;
}

/** The head of the list: the fan's progress today, what is left to earn, and the reset. */
const TaskProgressCard = memo(function TaskProgressCard({ tasks }: { tasks: TasksByTab }): ReactNode {
  const t = useText();
  const { done, total, pointsLeft } = taskProgress(tasks);
  const isDone = total > 0 && done === total;
  const ring = useDoneFlourish(isDone);
  return (
    <section aria-label={t('tasks.progress')} className="card">
      <div className="flex items-center gap-4">
        <div ref={ring}>
          <Ring done={done} total={total} />
        </div>
        <div className="min-w-0">
          {isDone ? (
            <p role="status" className="text-title font-extrabold">
              {t('tasks.everythingEarned')}
            </p>
          ) : (
            <>
              <p className="flex items-center gap-2 text-section leading-none font-extrabold">
                <StarIcon size={22} filled className="text-warn" />
                <RollingNumber value={pointsLeft} />
              </p>
              <p className="mt-1 text-small font-semibold">{t('tasks.leftToday')}</p>
            </>
          )}
        </div>
      </div>
      <TaskResets tasks={tasks} />
    </section>
  );
});

const flourishMs = 700;

/** Turns the ring once when the server's list says that the last task of the day is done. */
function useDoneFlourish(isDone: boolean): RefObject<HTMLDivElement | null> {
  const ring = useRef<HTMLDivElement>(null);
  const wasDone = useRef(isDone);
  useEffect(() => {
    const isNews = isDone && !wasDone.current;
    wasDone.current = isDone;
    if (!isNews || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    ring.current?.animate(
      [{ transform: 'none' }, { transform: 'scale(1.25) rotate(200deg)' }, { transform: 'rotate(360deg)' }],
      { duration: flourishMs, easing: 'ease-out' },
    );
  }, [isDone]);
  return ring;
}

const radius = 38;
const circumference = 2 * Math.PI * radius;

/** Shows a ring of light that closes as tasks are done. */
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
      className="relative size-16 shrink-0"
    >
      <svg viewBox="0 0 92 92" aria-hidden="true" className="size-full -rotate-90">
        <circle cx={46} cy={46} r={radius} fill="none" strokeWidth={8} style={{ stroke: 'var(--raise)' }} />
        <circle
          cx={46}
          cy={46}
          r={radius}
          fill="none"
          strokeWidth={8}
          strokeLinecap="round"
          strokeDasharray={`${circumference * part} ${circumference}`}
          style={part > 0 ? { stroke: 'var(--brand)' } : undefined}
        />
      </svg>
      <p aria-hidden="true" className="num absolute inset-0 grid place-content-center text-center leading-none">
        <span className="text-body font-extrabold">{done}</span>
        <span className="text-caption font-semibold">/ {total}</span>
      </p>
    </div>
  );
}
