import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { TabPanel } from '#/ui/tab-panel.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { tabTitles } from './tab-titles.ts';
import { TaskList } from './task-list.tsx';
import { TaskSearchField } from './task-search-field.tsx';
import { findTasks } from './task-search.ts';
import { mostUrgentFirst, presentTabs, type Task, type TasksByTab, tasksOf, type TaskTab } from './task.ts';
import type { TaskAddress } from './use-task-address.ts';

const panelId = 'tasks';

type TaskFinderProps = {
  tasks: TasksByTab;
  address: TaskAddress;
  /** It has a card of its own. */
  checkIn: Task | undefined;
  onSignIn: (() => void) | undefined;
};

/** The tasks by tab and by what is searched for, what needs the fan on top. */
export function TaskFinder({ tasks, address, checkIn, onSignIn }: TaskFinderProps): ReactNode {
  const t = useText();
  const { typed, keyword, wanted } = address;
  const tabs = presentTabs(tasks);
  const selected = selectedTab(tasks, address);
  const listed = mostUrgentFirst(tasksOf(tasks, selected)).filter((task) => task !== checkIn);
  const shown = findTasks(listed, keyword);
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
