import type { ReactNode } from 'react';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { CalendarIcon, GiftIcon, GlobeIcon, HeartIcon, LockIcon, VisitIcon } from '#/ui/icons/more-icons.tsx';
import type { Task } from './task.ts';

const icons: Record<Task['tab'], IconComponent> = {
  visitingTasks: VisitIcon,
  luckyTasks: GiftIcon,
  supportTasks: HeartIcon,
  promotionalTasks: StarIcon,
  bindTasks: LockIcon,
  twitterTasks: GlobeIcon,
  discordTasks: GlobeIcon,
};

/** A task's symbol, by the tab it belongs to. */
export function TaskIcon({ task }: { task: Task }): ReactNode {
  const isQuiet = task.state === 'awarded' || task.state === 'stayTuned' || task.state === 'unlicensed';
  const Icon = task.streak ? CalendarIcon : icons[task.tab];
  return (
    <span
      className={`grid size-12 shrink-0 place-content-center rounded-tile ${isQuiet ? 'bg-raise text-mute' : 'bg-brand-soft text-brand'}`}
    >
      <Icon size={22} />
    </span>
  );
}
