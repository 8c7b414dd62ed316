import { type RefObject, useEffect, useState } from 'react';

/** Whether somebody points at an element, or has the focus inside. */
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
