import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to what has taken the place of the control that had it, as soon as it is there or `arrives` turns
 * true. An element that takes no focus by itself needs a `tabIndex` of -1.
 */
export function useArrivingFocus<Kind extends HTMLElement>(arrives = true): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (arrives) ref.current?.focus({ preventScroll: true });
  }, [arrives]);
  return ref;
}
