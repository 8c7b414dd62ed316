import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CloseIcon, DownIcon, UpIcon } from '#/ui/icons/first-icons.tsx';
import { GripIcon } from '#/ui/icons/more-icons.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { Idol } from '../standings.ts';
import { pointsAt } from './lineup.ts';
import { PlaceBadge } from './place-badge.tsx';
import type { DragOrder } from './use-drag-order.ts';

type LineupRowProps = {
  idol: Idol;
  index: number;
  isLast: boolean;
  drag: DragOrder;
  onMove: (index: number) => void;
  onRemove: () => void;
};

/** One of the seven: taken by the grip, moved by the buttons or by the arrow keys on any of them, or removed. */
export function LineupRow({ idol, index, isLast, drag, onMove, onRemove }: LineupRowProps): ReactNode {
  const t = useText();
  const { name } = idol;
  const isDragged = drag.draggedIndex === index;
  const shift = drag.shiftOf(index);
  // While nothing is dragged, rows must not glide back from where the hand has left them.
  const motion = drag.draggedIndex === null || isDragged ? '' : 'transition-transform duration-200';

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove(target);
  };

  return (
    <li
      data-row={idol.idolId}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
      className={`relative flex flex-wrap items-center gap-x-2.5 rounded-tile bg-surface py-2 ${motion} ${
        isDragged ? 'z-10 shadow-lift' : ''
      }`}
    >
      <span
        data-grip
        aria-hidden="true"
        className="-ml-2 grid h-14 w-8 cursor-grab touch-none place-content-center text-mute active:cursor-grabbing"
        {...drag.gripOf(index)}
      >
        <GripIcon size={22} />
      </span>
      <span className="relative">
        <Portrait src={idol.portraitUrl} width={52} height={52} className="size-13 rounded-full" />
        <PlaceBadge index={index} className="absolute -right-1 -bottom-1" />
      </span>
      <div className="min-w-[5.25rem] flex-1 pl-1">
        <p className="line-clamp-2 font-bold wrap-anywhere">{name}</p>
        <p className="num text-caption font-semibold text-brand">{t('best7.points', { points: pointsAt(index) })}</p>
      </div>
      <div className="-mr-2 ml-auto flex">
        <RowButton
          icon={UpIcon}
          label={t('best7.up', { name })}
          off={index === 0}
          onPress={() => onMove(index - 1)}
          onKeyDown={onKeyDown}
        />
        <RowButton
          icon={DownIcon}
          label={t('best7.down', { name })}
          off={isLast}
          onPress={() => onMove(index + 1)}
          onKeyDown={onKeyDown}
        />
        <RowButton icon={CloseIcon} label={t('best7.remove', { name })} onPress={onRemove} onKeyDown={onKeyDown} />
      </div>
    </li>
  );
}

type RowButtonProps = {
  icon: IconComponent;
  label: string;
  off?: boolean;
  onPress: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Off, it keeps the focus: who presses "up" until the top must not fall out of the list. */
function RowButton({ icon: Icon, label, off = false, onPress, onKeyDown }: RowButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress}
      onKeyDown={onKeyDown}
      className="press grid h-11 w-10 place-content-center rounded-control text-mute aria-disabled:opacity-30"
    >
      <Icon size={20} />
    </button>
  );
}
