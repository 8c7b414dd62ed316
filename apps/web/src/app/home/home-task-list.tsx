import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { TaskCard } from '#/features/tasks/task-card.tsx';
import { TaskListSkeleton } from '#/features/tasks/task-list-skeleton.tsx';
import { TaskSheet } from '#/features/tasks/task-sheet.tsx';
import { allTasks, mostUrgentFirst, taskProgress, type TaskProgress } from '#/features/tasks/task.ts';
import { useTasks } from '#/features/tasks/use-tasks.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { Empty } from '#/ui/empty.tsx';
import { TasksIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';

/** Shows how far the fan is with today's tasks, and the most urgent ones. */
export function HomeTaskList({ count }: { count: number }): ReactNode {
  const t = useText();
  const session = useSession();
  const [, navigate] = useLocation();
  const tasks = useTasks();
  const [openId, setOpenId] = useState<string>();
  if (tasks.isError && !tasks.data) {
    return (
      <LoadError
        text={t('tasks.error')}
        error={tasks.error}
        retrying={tasks.isFetching}
        onRetry={() => void tasks.refetch()}
      />
    );
  }
  if (!tasks.data) return <TaskListSkeleton count={count} />;
  const open = allTasks(tasks.data).find(({ taskId }) => taskId === openId);
  const next = mostUrgentFirst(allTasks(tasks.data)).slice(0, count);
  if (next.length === 0) return <Empty icon={TasksIcon} text={t('tasks.none')} />;
  return (
    <>
      {session ? <TaskProgressHeader progress={taskProgress(tasks.data)} /> : null}
      <ul className="mt-4 space-y-2.5">
        {next.map((task) => (
          <li key={task.taskId}>
            <TaskCard
              task={task}
              onSignIn={session ? undefined : () => navigate(signInPath('/task'))}
              onOpen={setOpenId}
              described
            />
          </li>
        ))}
      </ul>
      {open ? <TaskSheet task={open} onClose={() => setOpenId(undefined)} /> : null}
    </>
  );
}

/** Shows the fan's progress and what is left to earn. */
function TaskProgressHeader({ progress }: { progress: TaskProgress }): ReactNode {
  const t = useText();
  const { done, total, pointsLeft } = progress;
  const isDone = done === total && total > 0;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <p className="num text-small font-semibold text-mute">{t('tasks.done', { done, total })}</p>
        <p className="num text-small font-bold text-warn">
          {isDone ? t('tasks.allDone') : t('tasks.pointsLeft', { points: pointsLeft })}
        </p>
      </div>
      <ProgressBar label={t('tasks.progress')} done={done} total={total} className="mt-2 bg-raise" />
    </div>
  );
}
