import type { ReactNode } from 'react';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { MeIcon, TasksIcon } from '#/ui/icons/first-icons.tsx';
import { GiftIcon, LiveIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import type { ReceivedPoints } from './use-received-points.ts';

const icons: Readonly<Record<ReceivedPoints['kind'], IconComponent>> = {
  task: TasksIcon,
  invite: MeIcon,
  riddle: SparkleIcon,
  video: LiveIcon,
  gift: GiftIcon,
};

/** What Points came from, at a glance. */
export function PointKindIcon({ kind, tint }: { kind: ReceivedPoints['kind']; tint: string }): ReactNode {
  const Icon = icons[kind];
  return (
    <span className={`grid size-11 shrink-0 place-content-center rounded-full ${tint}`}>
      <Icon size={20} />
    </span>
  );
}
