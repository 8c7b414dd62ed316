import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TasksIcon } from '#/ui/icons/first-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { TaskFinder } from './task-finder.tsx';
import { TaskListSkeleton } from './task-list-skeleton.tsx';
import { TaskStage } from './task-stage.tsx';
import { allTasks, checkInOf, type TasksByTab } from './task.ts';
import { useTaskAddress } from './use-task-address.ts';
import { useTasks } from './use-tasks.ts';

type TaskBoardProps = {
  /** For an anonymous visitor: whatever a task offers leads there. */
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
