import { type ReactNode, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Idol } from '#/features/elections/standings.ts';
import { lineupSize, pointsAt, PlaceBadge } from './formation.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CloseIcon, DownIcon, UpIcon } from '#/ui/icons/shell-icons.tsx';
import { GripIcon } from '#/ui/icons/more-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { useDragOrder, type DragOrder } from './use-drag-order.ts';

type LineupBoardProps = {
  /** The chosen idols in order. */
  idols: readonly Idol[];
  labelledBy: string;
  onMove: (idolId: string, index: number) => void;
  onRemove: (idolId: string) => void;
};

/**
 * Shows the fan's lineup in order: rows move by dragging, buttons and keys, and screen readers announce each change.
 */
export function LineupBoard({ idols, labelledBy, onMove, onRemove }: LineupBoardProps): ReactNode {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');

  const move = (idol: Idol | undefined, index: number) => {
    if (!idol || index < 0 || index >= idols.length) return;
    onMove(idol.idolId, index);
    setSaid(t('best7.nowAt', { name: idol.name, place: index + 1 }));
  };
  const drag = useDragOrder(list, (from, to) => move(idols[from], to));

  const remove = (idol: Idol, index: number) => {
    glide(list.current, () => {
      onRemove(idol.idolId);
      setSaid(t('best7.removed', { name: idol.name }));
    });
    // The pressed button is gone, so the focus moves to the row in its place.
    const rows = list.current?.children;
    const next = rows?.[Math.min(index, rows.length - 1)] ?? list.current?.parentElement;
    (next?.querySelector<HTMLElement>('button:last-of-type') ?? (next as HTMLElement | null))?.focus();
  };

  return (
    <div tabIndex={-1} role="group" aria-labelledby={labelledBy} className="outline-none">
      <ol ref={list} aria-labelledby={labelledBy} className="relative">
        {idols.map((idol, index) => (
          <LineupRow
            key={idol.idolId}
            idol={idol}
            index={index}
            isLast={index === idols.length - 1}
            drag={drag}
            onMove={(to) => glide(list.current, () => move(idol, to))}
            onRemove={() => remove(idol, index)}
          />
        ))}
      </ol>
      {idols.length < lineupSize ? <NextPlace index={idols.length} /> : null}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Shows the place of the next idol, and its points. */
function NextPlace({ index }: { index: number }): ReactNode {
  const t = useText();
  return (
    <div
      className={`mt-2 flex min-h-17 items-center gap-3.5 rounded-tile border-2 border-dashed border-line px-4 py-2.5`}
    >
      <span
        aria-hidden="true"
        className={
          'num grid size-11 shrink-0 place-content-center ' +
          'rounded-full bg-raise text-title font-extrabold text-mute'
        }
      >
        {index + 1}
      </span>
      <p className="text-small text-pretty text-mute">
        {t('best7.nextPlace', { place: index + 1 })}{' '}
        <span className="num font-semibold">{t('best7.points', { points: pointsAt(index) })}</span>
      </p>
    </div>
  );
}

const glideMs = 320;

/**
 * Changes a list with gliding children (FLIP: measure, change, measure, animate the difference). Children have a `data-row`
 * name.
 */
function glide(list: HTMLElement | null, change: () => void): void {
  const before = topsOf(list);
  flushSync(change);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const row of rowsOf(list)) {
    const shift = (before.get(row.dataset['row']) ?? row.offsetTop) - row.offsetTop;
    if (shift !== 0) {
      row.animate([{ transform: `translateY(${shift}px)` }, { transform: 'none' }], {
        duration: glideMs,
        easing: 'cubic-bezier(.2, .9, .25, 1)',
      });
    }
  }
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])];
}

function topsOf(list: HTMLElement | null): ReadonlyMap<string | undefined, number> {
  return new Map(rowsOf(list).map((row) => [row.dataset['row'], row.offsetTop]));
}

type LineupRowProps = {
  idol: Idol;
  index: number;
  isLast: boolean;
  drag: DragOrder;
  onMove: (index: number) => void;
  onRemove: () => void;
};

/** Shows one of the seven: taken by the grip, moved by the buttons or by the arrow keys on any of them, or removed. */
function LineupRow({ idol, index, isLast, drag, onMove, onRemove }: LineupRowProps): ReactNode {
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
        <p className="line-clamp-2 font-bold wrap-anywhere">
          <Name>{name}</Name>
        </p>
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

/** Keeps the focus when off: a fan who presses "up" until the top must not leave the list. */
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
