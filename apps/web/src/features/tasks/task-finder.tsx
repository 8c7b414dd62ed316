import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { TaskCard } from './task-card.tsx';
import { findTasks } from './task-search.ts';
import { mostUrgentFirst, presentTabs, type Task, type TasksByTab, tasksOf, type TaskTab } from './task.ts';
import type { TaskAddress } from './use-task-address.ts';
import { useWantedPlace, wantedLook } from './wanted-place.ts';

const panelId = 'tasks';

type TaskFinderProps = {
  tasks: TasksByTab;
  address: TaskAddress;
  /** It has its own card. */
  checkIn: Task | undefined;
  onSignIn: (() => void) | undefined;
};

/** The tasks by tab and search, those that need the fan first. */
export function TaskFinder({ tasks, address, checkIn, onSignIn }: TaskFinderProps): ReactNode {
  const t = useText();
  const { typed, keyword, wanted } = address;
  const tabs = presentTabs(tasks);
  const selected = selectedTab(tasks, address);
  // The tab answers the finger, then the cards are drawn in slices.
  const panel = useDeferredValue(selected);
  const listed = useMemo(
    () => mostUrgentFirst(tasksOf(tasks, panel)).filter((task) => task !== checkIn),
    [tasks, panel, checkIn],
  );
  const shown = useMemo(() => findTasks(listed, keyword), [listed, keyword]);
  return (
    <section aria-labelledby="task-list" className="card">
      <h2 id="task-list" className="sr-only">
        {t('tasks.list')}
      </h2>
      <TaskSearchField typed={typed} onType={address.type} onClear={address.clear} />
      <div className="-mx-5 mt-4 px-5">
        <Tabs
          label={t('tasks.tabs')}
          panelId={panelId}
          selected={selected}
          onSelect={address.chooseTab}
          tabs={(['all', ...tabs] as const).map((key) => ({ key, title: t(tabTitles[key]) }))}
        />
      </div>
      <TabPanel id={panelId} selected={selected} className="mt-4">
        <p role="status" className="sr-only">
          {keyword === '' ? '' : t('tasks.found', { count: shown.length })}
        </p>
        {shown.length > 0 ? (
          <TaskList tasks={shown} wanted={wanted} onClose={address.closeWanted} onSignIn={onSignIn} />
        ) : null}
        {shown.length === 0 && keyword === '' ? <Empty icon={CheckIcon} text={t('tasks.tabEmpty')} /> : null}
        {shown.length === 0 && keyword !== '' ? (
          <Empty
            icon={SearchIcon}
            text={t('tasks.notFound', { keyword })}
            action={
              <Button variant="soft" onClick={address.clear}>
                {t('tasks.showAll')}
              </Button>
            }
          />
        ) : null}
      </TabPanel>
    </section>
  );
}

/** A tab may lose its last task while it is open, and a link may name another than its task's: then all are shown. */
function selectedTab(tasks: TasksByTab, { tab, wanted }: TaskAddress): TaskTab | 'all' {
  if (tab === 'all' || !presentTabs(tasks).includes(tab)) return 'all';
  return wanted && !tasksOf(tasks, tab).some(({ taskId }) => taskId === wanted.taskId) ? 'all' : tab;
}

/** The specification's titles of the tabs. */
const tabTitles: Record<TaskTab | 'all', MessageId> = {
  all: 'tasks.tab.all',
  visitingTasks: 'tasks.tab.visiting',
  luckyTasks: 'tasks.tab.lucky',
  supportTasks: 'tasks.tab.support',
  promotionalTasks: 'tasks.tab.promotional',
  bindTasks: 'tasks.tab.bind',
  twitterTasks: 'tasks.tab.twitter',
  discordTasks: 'tasks.tab.discord',
};

type TaskListProps = {
  tasks: readonly Task[];
  wanted: TaskAddress['wanted'];
  onClose: () => void;
  onSignIn: (() => void) | undefined;
};

/** Tasks as cards; the one that a link leads to is marked. With the same props none is drawn again. */
const TaskList = memo(function TaskList({ tasks, wanted, onClose, onSignIn }: TaskListProps): ReactNode {
  return (
    <ul className="space-y-3">
      {tasks.map((task) => {
        const isWanted = task.taskId === wanted?.taskId;
        return (
          <Place key={task.taskId} isWanted={isWanted}>
            <TaskCard
              task={task}
              onSignIn={onSignIn}
              isWantedOpen={isWanted && wanted.isOpen}
              onClose={isWanted ? onClose : undefined}
            />
          </Place>
        );
      })}
    </ul>
  );
});

function Place({ isWanted, children }: { isWanted: boolean; children: ReactNode }): ReactNode {
  const ref = useWantedPlace<HTMLLIElement>(isWanted);
  return (
    <li
      ref={ref}
      tabIndex={isWanted ? -1 : undefined}
      aria-current={isWanted || undefined}
      className={isWanted ? wantedLook : undefined}
    >
      {children}
    </li>
  );
}

type TaskSearchFieldProps = { typed: string; onType: (keyword: string) => void; onClear: () => void };

/** Finds tasks as the fan types; Escape empties it. */
function TaskSearchField({ typed, onType, onClear }: TaskSearchFieldProps): ReactNode {
  const t = useText();
  return (
    <div role="search" className="relative">
      <SearchIcon size={20} className="pointer-events-none absolute top-3 left-4 text-mute" />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t('tasks.search')}
        placeholder={t('tasks.searchPlaceholder')}
        maxLength={40}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClear();
        }}
        className="min-h-11 w-full rounded-full border-2 border-transparent bg-bg pr-4 pl-11 text-body placeholder:text-mute"
      />
    </div>
  );
}
