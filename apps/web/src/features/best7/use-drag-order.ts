import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

type Drag = {
  readonly pointerId: number;
  readonly startY: number;
  readonly rows: readonly RowSpan[];
  readonly from: number;
  readonly to: number;
  /** The row's offset in pixels. */
  readonly shift: number;
};

export type DragOrder = {
  /** The row in the hand, or null. */
  readonly draggedIndex: number | null;
  /** The offset of each row in pixels while one is dragged. */
  readonly shiftOf: (index: number) => number;
  /** The handlers of a row's grip. */
  readonly gripOf: (index: number) => GripHandlers;
};

type GripHandlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>;

/**
 * Reorders a list's children by mouse, pen or finger. The order changes on release; Escape or a cancelled pointer restores
 * it. Fans who cannot drag need buttons for the same.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragging = drag !== null;

  useEffect(() => {
    if (!dragging) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(null);
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [dragging]);

  const shiftOf = (index: number) => {
    if (!drag) return 0;
    return index === drag.from ? drag.shift : giveWay(drag.rows, index, drag.from, drag.to);
  };

  const gripOf = (index: number): GripHandlers => ({
    onPointerDown: (event) => {
      if (drag || event.button !== 0 || !list.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const rows = [...list.current.children].map(spanOf);
      setDrag({ pointerId: event.pointerId, startY: event.pageY, rows, from: index, to: index, shift: 0 });
    },
    onPointerMove: (event) => {
      if (drag?.pointerId !== event.pointerId) return;
      const shift = event.pageY - drag.startY;
      setDrag({ ...drag, shift, to: placeWhenDragged(drag.rows, drag.from, shift) });
    },
    onPointerUp: (event) => {
      if (drag?.pointerId !== event.pointerId) return;
      setDrag(null);
      // Recomputed, because a slow phone may not have drawn the last movement when the finger lifts.
      const to = placeWhenDragged(drag.rows, drag.from, event.pageY - drag.startY);
      if (to !== drag.from) onDrop(drag.from, to);
    },
    onPointerCancel: () => setDrag(null),
  });

  return { draggedIndex: drag?.from ?? null, shiftOf, gripOf };
}

function spanOf(row: Element): RowSpan {
  const { offsetTop, offsetHeight } = row as HTMLElement;
  return { top: offsetTop, height: offsetHeight };
}

/** A row's resting position: pixels from the top of the list. */
export type RowSpan = { readonly top: number; readonly height: number };

/**
 * Returns the place of a row that is dragged by `shift` pixels: it passes each row whose middle its leading edge has
 * crossed. Rows may differ in height.
 */
export function placeWhenDragged(rows: readonly RowSpan[], from: number, shift: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const middle = ({ top, height }: RowSpan) => top + height / 2;
  const before = rows.slice(0, from).filter((row) => middle(row) > dragged.top + shift).length;
  const behind = rows.slice(from + 1).filter((row) => middle(row) < dragged.top + dragged.height + shift).length;
  return from - before + behind;
}

/**
 * Returns by how many pixels a row that is not dragged gives way while the one at `from` is held over the place `to`.
 */
export function giveWay(rows: readonly RowSpan[], index: number, from: number, to: number): number {
  const room = rows[from]?.height ?? 0;
  if (index > from && index <= to) return -room;
  if (index < from && index >= to) return room;
  return 0;
}
