import { useEffect, useEffectEvent } from 'react';

const slideMs = 6000;

/** Whether the device lets things move by themselves. */
export function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Calls `onTurn` now and then while `active`; a page that nobody sees stands still. */
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
