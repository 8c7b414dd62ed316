import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon, TasksIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { TabPanel } from '#/ui/tab-panel.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { CheckInCard } from './check-in-card.tsx';
import { tabTitles } from './tab-titles.ts';
import { TaskCard } from './task-card.tsx';
import { TaskListSkeleton } from './task-list-skeleton.tsx';
import { TaskProgressHeader } from './task-progress-header.tsx';
import {
  allTasks,
  checkInOf,
  mostUrgentFirst,
  presentTabs,
  taskProgress,
  type TasksByTab,
  tasksOf,
  type TaskTab,
} from './task.ts';
import { useTasks } from './use-tasks.ts';

const panelId = 'tasks';

type TaskBoardProps = {
  /** For an anonymous visitor: whatever a task offers leads there. */
  onSignIn: (() => void) | undefined;
};

/** All tasks: the check-in first, then the others by tab, what needs the fan on top. */
export function TaskBoard({ onSignIn }: TaskBoardProps): ReactNode {
  const t = useText();
  const tasks = useTasks();
  if (tasks.data && allTasks(tasks.data).length > 0) return <LoadedBoard tasks={tasks.data} onSignIn={onSignIn} />;
  return (
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
      {tasks.isPending ? (
        <>
          <Skeleton className="mb-4 h-40 rounded-tile" />
          <TaskListSkeleton count={5} />
        </>
      ) : null}
    </div>
  );
}

function LoadedBoard({ tasks, onSignIn }: { tasks: TasksByTab; onSignIn: (() => void) | undefined }): ReactNode {
  const t = useText();
  const [tab, setTab] = useState<TaskTab | 'all'>('all');
  const tabs = presentTabs(tasks);
  // A tab may lose its last task while it is open.
  const selected = tab !== 'all' && tabs.includes(tab) ? tab : 'all';
  const checkIn = checkInOf(tasks);
  const shown = mostUrgentFirst(tasksOf(tasks, selected)).filter((task) => task !== checkIn);
  return (
    <div className="space-y-4">
      {checkIn?.streak ? <CheckInCard task={checkIn} streak={checkIn.streak} onSignIn={onSignIn} /> : null}
      <section aria-labelledby="task-list" className="card">
        <h2 id="task-list" className="sr-only">
          {t('tasks.list')}
        </h2>
        {onSignIn ? null : <TaskProgressHeader progress={taskProgress(tasks)} />}
        <div className="-mx-5 mt-4 px-5">
          <Tabs
            label={t('tasks.tabs')}
            panelId={panelId}
            selected={selected}
            onSelect={setTab}
            tabs={(['all', ...tabs] as const).map((key) => ({ key, title: t(tabTitles[key]) }))}
          />
        </div>
        <TabPanel id={panelId} selected={selected} className="mt-4">
          {shown.length > 0 ? (
            <ul className="space-y-2.5">
              {shown.map((task) => (
                <li key={task.taskId}>
                  <TaskCard task={task} onSignIn={onSignIn} />
                </li>
              ))}
            </ul>
          ) : (
            <Empty icon={CheckIcon} text={t('tasks.tabEmpty')} />
          )}
        </TabPanel>
      </section>
    </div>
  );
}
