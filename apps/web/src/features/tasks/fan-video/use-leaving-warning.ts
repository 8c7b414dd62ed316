import { useEffect } from 'react';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';

/** Has the browser ask before a page is left on which something is under way that would stop. */
export function useLeavingWarning(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const release = holdUnsavedWork();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => {
      globalThis.removeEventListener('beforeunload', ask);
      release();
    };
  }, [isUnderWay]);
}
