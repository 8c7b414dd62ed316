import type { ReactNode } from 'react';
import { TaskCard } from './task-card.tsx';
import type { Task } from './task.ts';
import type { TaskAddress } from './use-task-address.ts';
import { useWantedPlace, wantedLook } from './wanted-place.ts';

type TaskListProps = {
  tasks: readonly Task[];
  wanted: TaskAddress['wanted'];
  onClose: () => void;
  onSignIn: (() => void) | undefined;
};

/** Tasks as cards; the one that a link leads to is marked. */
export function TaskList({ tasks, wanted, onClose, onSignIn }: TaskListProps): ReactNode {
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
}

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
