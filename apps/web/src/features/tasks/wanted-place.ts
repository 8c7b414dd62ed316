import { type RefObject, useEffect, useRef } from 'react';

/** The style of a linked element. */
export const wantedLook = 'rounded-tile outline-3 outline-offset-2 outline-brand';

/** Scrolls to a linked element and focuses it, once it is on screen. Needs a `tabIndex` of -1. */
export function useWantedPlace<Kind extends HTMLElement>(isWanted: boolean): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return ref;
}
