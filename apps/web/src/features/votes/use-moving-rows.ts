import { type RefObject, useLayoutEffect, useRef } from 'react';

const moveMs = 420;

/**
 * Lets the children of a list glide to their new places when their order changes (FLIP: measure, let React move them,
 * then play the difference as a transform). `order` is the names of the children in their order, separated by spaces.
 * All are measured before any is moved, and only those move that are seen to: in a list of hundreds anything else costs a
 * layout for each row.
 */
export function useMovingRows(order: string): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const tops = useRef<ReadonlyMap<string, number>>(new Map());

  useLayoutEffect(() => {
    const { current: parent } = list;
    if (!parent) return;
    const before = tops.current;
    const rows = [...parent.children].filter((row) => row instanceof HTMLElement);
    const names = order.split(' ');
    const after = new Map(rows.map((row, index) => [names[index] ?? '', row.offsetTop]));
    tops.current = after;
    if (before.size === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

    const listTop = parent.getBoundingClientRect().top;
    const isOnScreen = (top: number) => listTop + top > -window.innerHeight / 2 && listTop + top < window.innerHeight;
    for (const [index, row] of rows.entries()) {
      const name = names[index] ?? '';
      const to = after.get(name) ?? 0;
      const from = before.get(name) ?? to;
      if (from !== to && (isOnScreen(from) || isOnScreen(to))) glide(row, from - to);
    }
  }, [order]);

  return list;
}

/** Plays the way to where the row already stands from `shiftPx` further down. */
function glide(row: HTMLElement, shiftPx: number): void {
  row.animate([{ transform: `translateY(${shiftPx}px)` }, { transform: 'none' }], {
    duration: moveMs,
    easing: 'cubic-bezier(.2, .9, .25, 1)',
  });
}
