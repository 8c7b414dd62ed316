import { useEffect, useEffectEvent, type RefObject, useState } from 'react';

const slideMs = 6000;

/** Whether the device allows automatic motion. */
export function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Calls `onTurn` at intervals while `active` and the page is visible. */
export function useRotation(active: boolean, onTurn: () => void): void {
  const turn = useEffectEvent(onTurn);

  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') turn();
    }, slideMs);
    return () => clearInterval(timer);
  }, [active]);
}

/** Whether an element is pointed at or contains the focus. */
export function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const listen = (type: string, listener: () => void) =>
      element.current?.addEventListener(type, listener, { signal: leaving.signal });
    listen('pointerenter', () => setPointedAt(true));
    listen('pointerleave', () => setPointedAt(false));
    listen('focusin', () => setFocus(true));
    listen('focusout', () => setFocus(false));
    return () => leaving.abort();
  }, [element]);

  return isPointedAt || hasFocus;
}

/** The slide one further or one back; behind the last comes the first, and before the first the last. */
export function slideAfter(shown: number, by: 1 | -1, total: number): number {
  return (shown + by + total) % total;
}
