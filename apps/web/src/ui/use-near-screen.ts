import { type RefObject, useEffect, useEffectEvent } from 'react';

/** How far below the screen something counts as near: about a screenful, so that it is there before the fan is. */
const reachPx = 600;

/**
 * Calls `onNear` when an element comes near the screen while `active`. Turning `active` off and on again asks anew, so a
 * page that was too short to push the element away is followed by the next one.
 */
export function useNearScreen(element: RefObject<Element | null>, active: boolean, onNear: () => void): void {
  const near = useEffectEvent(onNear);

  useEffect(() => {
    if (!active || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: `0px 0px ${reachPx}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, active]);
}
