import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the replacement of the focused control, once it exists or `arrives` is true. An element that is not
 * focusable needs a `tabIndex` of -1.
 */
export function useArrivingFocus<Kind extends HTMLElement>(arrives = true): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (arrives) ref.current?.focus({ preventScroll: true });
  }, [arrives]);
  return ref;
}
