import {
  type ReactNode,
  useDeferredValue,
  useMemo,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSearchFold } from '#/lib/search/use-search-fold.ts';
import { useDebounced } from '#/lib/timing/debounce.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { useComposed } from '#/ui/composer.ts';
import { byStanding, groupsOf, type TaskGroup, findTasks } from './task-plan.ts';
import { FoldedTasks, TaskGroupRows, TaskRows } from './task-rows.tsx';
import { mostUrgentFirst, presentTabs, type Task, type TasksByTab, tasksOf, type TaskTab, tabOrder } from './task.ts';

const panelId = 'tasks';
/** The heading of the list. */
export const taskListId = 'task-list';

type TaskFinderProps = {
  tasks: TasksByTab;
  address: TaskAddress;
  /** The tasks above the finder: the check-in, and what is next. */
  above: readonly Task[];
  onSignIn: (() => void) | undefined;
  onOpen: (taskId: string) => void;
};

/**
 * Shows the tasks by tab and search. All of them come in groups, without those above; what is done or shut is folded.
 */
export function TaskFinder({ tasks, address, above, onSignIn, onOpen }: TaskFinderProps): ReactNode {
  const t = useText();
  const { typed, keyword, wanted } = address;
  const tabs = presentTabs(tasks);
  const selected = selectedTab(tasks, address);
  // The tab answers the finger, then the rows are drawn in slices.
  const panel = useDeferredValue(selected);
  const listed = useMemo(
    () => mostUrgentFirst(tasksOf(tasks, panel)).filter((task) => task.streak === undefined),
    [tasks, panel],
  );
  const fold = useSearchFold(keyword);
  const found = useMemo(() => findTasks(listed, keyword, fold), [listed, keyword, fold]);
  const rows = { wantedId: wanted?.taskId, onSignIn, onOpen };
  return (
    <section aria-labelledby={taskListId} className="card">
      <h2 id={taskListId} tabIndex={-1} className="sr-only">
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
          {keyword === '' ? '' : t('tasks.found', { count: found.length })}
        </p>
        {found.length > 0 && keyword !== '' ? <TaskRows tasks={found} {...rows} /> : null}
        {found.length > 0 && keyword === '' ? (
          <OrderedTasks tasks={listed} above={panel === 'all' ? above : undefined} {...rows} />
        ) : null}
        {found.length === 0 && keyword === '' ? <Empty icon={CheckIcon} text={t('tasks.tabEmpty')} /> : null}
        {found.length === 0 && keyword !== '' ? (
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

type OrderedTasksProps = {
  tasks: readonly Task[];
  /** Undefined in a single tab, which has all of its tasks. */
  above: readonly Task[] | undefined;
  wantedId: string | undefined;
  onSignIn: (() => void) | undefined;
  onOpen: (taskId: string) => void;
};

/** Shows what can be done, in groups unless one tab is shown; then what is done and what is shut, each folded. */
function OrderedTasks({ tasks, above, ...rows }: OrderedTasksProps): ReactNode {
  const t = useText();
  const { open, done, shut } = useMemo(() => byStanding(tasks), [tasks]);
  const groups = useMemo(() => above && groupsOf(open.filter((task) => !above.includes(task))), [open, above]);
  return (
    <div className="space-y-4">
      {groups ? (
        groups.map(({ group, tasks: grouped }) => (
          <TaskGroupRows key={group} title={t(groupTitles[group])} tasks={grouped} {...rows} />
        ))
      ) : (
        <TaskRows tasks={open} {...rows} />
      )}
      <div className="space-y-2">
        <FoldedTasks title={t('tasks.folded.done', { count: done.length })} tasks={done} {...rows} />
        <FoldedTasks title={t('tasks.folded.shut', { count: shut.length })} tasks={shut} {...rows} />
      </div>
    </div>
  );
}

const groupTitles: Record<TaskGroup, MessageId> = {
  visit: 'tasks.group.visit',
  answer: 'tasks.group.answer',
  join: 'tasks.group.join',
  account: 'tasks.group.account',
};

/** Returns all tasks where the tab has lost its last task, or a link names another tab than its task's. */
function selectedTab(tasks: TasksByTab, { tab, wanted }: TaskAddress): TaskTab | 'all' {
  if (tab === 'all' || !presentTabs(tasks).includes(tab)) return 'all';
  return wanted && !tasksOf(tasks, tab).some(({ taskId }) => taskId === wanted.taskId) ? 'all' : tab;
}

/**
 * Titles of the tabs. A comment gives the specification's title and, where ours is another word, why. All of ours begin
 * with a capital letter, as the app's other tabs do.
 */
const tabTitles: Record<TaskTab | 'all', MessageId> = {
  all: 'tasks.tab.all', // "all task": we say "All tasks", because there are many.
  visitingTasks: 'tasks.tab.visiting', // "visiting"
  luckyTasks: 'tasks.tab.lucky', // "lucky"
  supportTasks: 'tasks.tab.support', // "call": we say "Cheer", as on every other screen.
  promotionalTasks: 'tasks.tab.promotional', // "promotional"
  bindTasks: 'tasks.tab.bind', // "bind": we say "Link", the usual word for accounts.
  twitterTasks: 'tasks.tab.twitter', // "twitter": we say "X", the network's name.
  discordTasks: 'tasks.tab.discord', // "discord"
};

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
        {...useComposed(typed, onType)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClear();
        }}
        className={
          'min-h-11 w-full rounded-full border-2 border-transparent ' +
          'bg-bg pr-4 pl-11 text-body placeholder:text-mute'
        }
      />
    </div>
  );
}

export type TaskAddress = {
  readonly tab: TaskTab | 'all';
  /** The text of the search field, and the debounced search. */
  readonly typed: string;
  readonly keyword: string;
  /** The task that a link leads to, and whether its sheet is to be open. */
  readonly wanted: { readonly taskId: string; readonly isOpen: boolean } | undefined;
  readonly chooseTab: (tab: TaskTab | 'all') => void;
  readonly type: (keyword: string) => void;
  readonly clear: () => void;
  /** The sheet was closed; the task stays the one that the link led to. */
  readonly closeWanted: () => void;
};

/** Returns the state of the list in the address: `?tab=&q=&task=&open=1`. */
export function useTaskAddress(): TaskAddress {
  const { read, write } = useAddressParameters();
  const q = read('q') ?? '';
  const [typed, setTyped] = useState(q);
  const known = useRef(q);
  const settled = useDebounced(typed).trim();
  const keyword = typed.trim() === '' ? '' : settled;

  const tellAddress = useEffectEvent((settledKeyword: string) => {
    if (settledKeyword === q) return;
    known.current = settledKeyword;
    write({ q: settledKeyword, task: null, open: null });
  });
  useEffect(() => tellAddress(keyword), [keyword]);

  // A keyword from a link; the typed one would hide the linked task.
  useEffect(() => {
    if (q === known.current) return;
    known.current = q;
    setTyped(q);
  }, [q]);

  const taskId = read('task');
  const isOpen = read('open') === '1';
  const wanted = useMemo(() => (taskId ? { taskId, isOpen } : undefined), [taskId, isOpen]);
  const closeWanted = useCallback(() => write({ open: null }), [write]);
  return {
    tab: tabOrder.find((tab) => tab === read('tab')) ?? 'all',
    typed,
    keyword,
    wanted,
    chooseTab: (tab) => write({ tab: tab === 'all' ? null : tab, task: null, open: null }),
    type: setTyped,
    clear: () => {
      setTyped('');
      write({ q: null });
    },
    closeWanted,
  };
}
