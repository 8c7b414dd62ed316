import { useEffect } from 'react';

/** Closes the dialog as the fan would, with its way out, once there is nothing more to do in it. */
export function CloseWhen({ done, close }: { done: boolean; close: () => void }): null {
  useEffect(() => {
    if (done) close();
  }, [done, close]);
  return null;
}
