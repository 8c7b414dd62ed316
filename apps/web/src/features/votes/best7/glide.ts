import { flushSync } from 'react-dom';

const glideMs = 320;

/**
 * Makes a change to a list, and lets its children glide from where they stood to where they stand now (FLIP: measure,
 * change, measure, play the difference). Children name themselves by `data-row`.
 */
export function glide(list: HTMLElement | null, change: () => void): void {
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
