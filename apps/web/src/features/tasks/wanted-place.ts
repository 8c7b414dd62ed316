import { type RefObject, useEffect, useRef } from 'react';

/** The look of what a link has led to. */
export const wantedLook = 'rounded-tile outline-3 outline-offset-2 outline-brand';

/** Brings what a link leads to into view and moves the focus there, once it is on screen. Takes a `tabIndex` of -1. */
export function useWantedPlace<Kind extends HTMLElement>(isWanted: boolean): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return ref;
}
