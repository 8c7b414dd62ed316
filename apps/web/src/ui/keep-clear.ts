/** From the lower edge of the screen to the upper one of a bar above the navigation, with some room. */
export const barPx = 150;

/** The ref of a bar above the navigation: while it is there, what takes the focus is scrolled clear of it. */
export function keepClear(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  style.scrollPaddingBottom = `${barPx}px`;
  return () => {
    style.scrollPaddingBottom = '';
  };
}
