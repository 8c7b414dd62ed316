import type { ReactNode } from 'react';
import { Icon, type IconName } from '#/ui/icon.tsx';
import type { Task } from './task.ts';

const icons: Record<Task['tab'], IconName> = {
  visitingTasks: 'visit',
  luckyTasks: 'gift',
  supportTasks: 'heart',
  promotionalTasks: 'star',
  bindTasks: 'lock',
  twitterTasks: 'globe',
  discordTasks: 'globe',
};

/** A task's symbol, by the tab it belongs to. */
export function TaskIcon({ task }: { task: Task }): ReactNode {
  const isQuiet = task.state === 'awarded' || task.state === 'stayTuned' || task.state === 'unlicensed';
  return (
    <span
      className={`grid size-12 shrink-0 place-content-center rounded-tile ${isQuiet ? 'bg-raise text-mute' : 'bg-brand-soft text-brand'}`}
    >
      <Icon name={task.streak ? 'calendar' : icons[task.tab]} size={22} />
    </span>
  );
}
