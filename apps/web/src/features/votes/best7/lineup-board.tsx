import { type ReactNode, useRef, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Idol } from '../standings.ts';
import { glide } from './glide.ts';
import { LineupRow } from './lineup-row.tsx';
import { lineupSize, pointsAt } from './lineup.ts';
import { useDragOrder } from './use-drag-order.ts';

type LineupBoardProps = {
  /** The chosen idols in order. */
  idols: readonly Idol[];
  labelledBy: string;
  onMove: (idolId: string, index: number) => void;
  onRemove: (idolId: string) => void;
};

/** The fan's lineup in order: rows are dragged, or moved by buttons and keys, and every change is said aloud. */
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
    // The pressed button is gone; the focus goes on to the row that took its place.
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

/** Where the next idol will stand, and what that is worth. */
function NextPlace({ index }: { index: number }): ReactNode {
  const t = useText();
  return (
    <div className="mt-2 flex min-h-17 items-center gap-3.5 rounded-tile border-2 border-dashed border-line px-4 py-2.5">
      <span
        aria-hidden="true"
        className="num grid size-11 shrink-0 place-content-center rounded-full bg-raise text-title font-extrabold text-mute"
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
