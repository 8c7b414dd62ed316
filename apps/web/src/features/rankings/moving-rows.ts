const moveMs = 420;

/** The distance of the rows from the top of their list, in pixels. */
type Tops = ReadonlyMap<HTMLElement, number>;

/**
 * Animates reordered children until the signal (FLIP: measure, let them move, play the difference as a transform). The
 * observer of changes reports before the browser paints. Measures all before moving visible ones only, which avoids a
 * layout per row.
 */
export function glideMovedRows(list: HTMLElement, ended: AbortSignal): void {
  if (ended.aborted) return;
  let tops = topsOf(list);
  const moved = new MutationObserver(() => {
    const before = tops;
    tops = topsOf(list);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) glideFrom(before);
  });
  // Reports after a layout, so that measuring costs none.
  const resized = new ResizeObserver(() => (tops = topsOf(list)));
  moved.observe(list, { childList: true });
  resized.observe(list);
  ended.addEventListener('abort', () => {
    moved.disconnect();
    resized.disconnect();
  });

  function glideFrom(before: Tops): void {
    const listTop = list.getBoundingClientRect().top;
    const isOnScreen = (top: number) => listTop + top > -window.innerHeight / 2 && listTop + top < window.innerHeight;
    for (const [row, to] of tops) {
      const from = before.get(row) ?? to;
      if (from !== to && (isOnScreen(from) || isOnScreen(to))) glide(row, from - to);
    }
  }
}

function topsOf(list: HTMLElement): Tops {
  return new Map([...list.children].filter((row) => row instanceof HTMLElement).map((row) => [row, row.offsetTop]));
}

/** Animates the row from `shiftPx` below to its new place. */
function glide(row: HTMLElement, shiftPx: number): void {
  row.animate([{ transform: `translateY(${shiftPx}px)` }, { transform: 'none' }], {
    duration: moveMs,
    easing: 'cubic-bezier(.2, .9, .25, 1)',
  });
}
