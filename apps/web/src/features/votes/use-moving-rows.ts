import { type RefObject, useLayoutEffect, useRef } from 'react';

const moveMs = 420;

/**
 * Lets the children of a list glide to their new places when their order changes (FLIP: measure, let React move them,
 * then play the difference as a transform). Children name themselves by `data-row`; `order` is their names in order,
 * separated by spaces.
 */
export function useMovingRows(order: string): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const tops = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const before = tops.current;
    const after = new Map<string, number>();
    for (const name of order.split(' ')) {
      const row = list.current?.querySelector<HTMLElement>(`:scope > [data-row="${CSS.escape(name)}"]`);
      if (!row) continue;
      after.set(name, row.offsetTop);
      const shift = (before.get(name) ?? row.offsetTop) - row.offsetTop;
      if (shift !== 0 && !still) {
        row.animate([{ transform: `translateY(${shift}px)` }, { transform: 'none' }], {
          duration: moveMs,
          easing: 'cubic-bezier(.2, .9, .25, 1)',
        });
      }
    }
    tops.current = after;
  }, [order]);

  return list;
}
