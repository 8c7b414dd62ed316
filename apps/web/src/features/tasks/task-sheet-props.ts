import type { Task } from './task.ts';

/** What every sheet of a task is given. */
export type TaskSheetProps = {
  task: Task;
  onClose: () => void;
  /** Called with the Points that were really paid. */
  onPaid: (points: number) => void;
};
