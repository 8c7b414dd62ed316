import { presentTabs, type Task, type TasksByTab } from './task.ts';

/** The list with one task changed, in whichever tab it stands. */
export function withTask(tasks: TasksByTab, taskId: string, change: (task: Task) => Task): TasksByTab {
  return Object.fromEntries(
    presentTabs(tasks).map((tab) => [
      tab,
      (tasks[tab] ?? []).map((task) => (task.taskId === taskId ? change(task) : task)),
    ]),
  );
}
