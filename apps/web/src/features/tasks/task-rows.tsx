import { memo, type ReactNode, useState, type RefObject, useEffect, useRef } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { TaskCard } from './task-card.tsx';
import type { Task } from './task.ts';

type TaskRowsProps = {
  tasks: readonly Task[];
  /** The task that a link leads to. */
  wantedId: string | undefined;
  onSignIn: (() => void) | undefined;
  onOpen: (taskId: string) => void;
  described?: boolean;
};

/** Tasks as rows; the one that a link leads to is marked. With the same props none is drawn again. */
export const TaskRows = memo(function TaskRows({ tasks, wantedId, ...row }: TaskRowsProps): ReactNode {
  return (
    <ul className="space-y-1.5">
      {tasks.map((task) => (
        <Place key={task.taskId} isWanted={task.taskId === wantedId}>
          <TaskCard task={task} {...row} />
        </Place>
      ))}
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

const shownAtFirst = 2;

/**
 * Shows the first rows of a group, and the others on request. If only one other row is left, it is shown, because the
 * button would be as tall.
 */
export function TaskGroupRows({ title, tasks, ...rows }: TaskRowsProps & { title: string }): ReactNode {
  const t = useText();
  const [isWhole, setIsWhole] = useState(false);
  const more = tasks.length - shownAtFirst;
  const showsAll = isWhole || more <= 1 || tasks.some(({ taskId }) => taskId === rows.wantedId);
  return (
    <section>
      <h3 className="mb-2 text-small font-bold text-mute">{title}</h3>
      <TaskRows tasks={showsAll ? tasks : tasks.slice(0, shownAtFirst)} {...rows} />
      {showsAll ? null : (
        <button
          type="button"
          aria-label={t('tasks.moreOf', { count: more, group: title })}
          onClick={() => setIsWhole(true)}
          className="press flex min-h-11 w-full items-center justify-center gap-1 text-small font-bold text-brand"
        >
          {t('tasks.more', { count: more })}
          <NextIcon size={16} className="rotate-90" />
        </button>
      )}
    </section>
  );
}

/**
 * Folds tasks that need nothing of the fan into one line. A link to one of them opens the fold, which the fan may
 * close.
 */
export function FoldedTasks({ title, tasks, ...rows }: TaskRowsProps & { title: string }): ReactNode {
  const heldId = tasks.find(({ taskId }) => taskId === rows.wantedId)?.taskId;
  const [isOpen, setIsOpen] = useState(false);
  const [knownId, setKnownId] = useState<string>();
  if (heldId !== knownId) {
    setKnownId(heldId);
    if (heldId !== undefined) setIsOpen(true);
  }
  if (tasks.length === 0) return null;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="group">
      <summary
        className={
          'flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-tile bg-bg ' +
          'px-3.5 text-small font-semibold text-mute [&::-webkit-details-marker]:hidden'
        }
      >
        <span className="num flex-1">{title}</span>
        <NextIcon size={16} className="transition-transform group-open:rotate-90" />
      </summary>
      {isOpen ? (
        <div className="mt-1.5">
          <TaskRows tasks={tasks} {...rows} />
        </div>
      ) : null}
    </details>
  );
}

/** The style of a linked element. */
export const wantedLook = 'rounded-tile outline-3 outline-offset-2 outline-brand';

/** Scrolls to a linked element and focuses it, once it is on screen. Needs a `tabIndex` of -1. */
export function useWantedPlace<Kind extends HTMLElement>(isWanted: boolean): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return ref;
}
