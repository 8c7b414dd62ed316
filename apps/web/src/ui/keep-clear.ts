/** The height that the navigation and a bar above it cover on most phones, with some room. */
export const barPx = 150;

/** The gap between a bar and the navigation, and between the bar and the focused element. */
const gapsPx = 16;

/** Serves as the ref of a bar above the navigation: while it is there, what takes the focus is scrolled clear of it. */
export function keepClear(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  // Its text may wrap, and large text makes it higher.
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `calc(var(--nav-height) + var(--safe-bottom) + ${bar.offsetHeight + gapsPx}px)`;
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.scrollPaddingBottom = '';
  };
}
