import type { ReactNode } from 'react';
import { drawIcon, type IconComponent } from '#/ui/icons/draw-icon.tsx';
import {
  CameraIcon,
  CloverIcon,
  CoinsIcon,
  GlobeIcon,
  HeartIcon,
  SparkleIcon,
  VisitIcon,
} from '#/ui/icons/more-icons.tsx';
import { CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import type { Task } from './task.ts';

const FormIcon = drawIcon('M6 3.8h12v16.4H6zM9 8.2h6M9 12h6M9 15.8h3');
const FriendsIcon = drawIcon(
  'M9 11.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM2.8 19.6c.5-3.3 3-4.8 6.2-4.8s5.7 1.5 6.2 4.8M18.5 8v6M15.5 11h6',
);
const QuizIcon = drawIcon(
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8M12 16.6v.1',
);
const LinkIcon = drawIcon(
  'M10 14a3.6 3.6 0 0 0 5.1 0l3.3-3.3a3.6 3.6 0 0 0-5.1-5.1l-1 1M14 ' +
    '10a3.6 3.6 0 0 0-5.1 0l-3.3 3.3a3.6 3.6 0 0 0 5.1 5.1l1-1',
);

const icons: Readonly<Record<Task['kind'], IconComponent>> = {
  checkIn: CalendarIcon,
  socialAction: HeartIcon,
  visit: VisitIcon,
  form: FormIcon,
  invite: FriendsIcon,
  quiz: QuizIcon,
  riddle: SparkleIcon,
  video: CameraIcon,
  stake: CoinsIcon,
  link: LinkIcon,
  luck: CloverIcon,
};

const looks: Readonly<Record<Task['state'], string>> = {
  completed: 'action',
  available: 'bg-brand-soft text-brand',
  stayTuned: 'bg-raise text-mute',
  unlicensed: 'bg-raise text-mute',
  awarded: 'bg-ok-soft text-ok',
};

/** Shows a task's symbol by its kind; it lights up when a reward can be claimed. */
export function TaskIcon({ task }: { task: Task }): ReactNode {
  const Icon = task.links && task.links.length > 1 ? GlobeIcon : icons[task.kind];
  const look = looks[task.notice?.reason === 'held' ? 'available' : task.state];
  return (
    <span className={`grid size-10 shrink-0 place-content-center rounded-tile ${look}`}>
      <Icon size={22} />
    </span>
  );
}
