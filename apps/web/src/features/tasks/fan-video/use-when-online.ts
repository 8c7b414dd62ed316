import { useEffect, useEffectEvent } from 'react';

/** How long is waited between two looks for a way to the server, where the device says nothing of its own. */
const lookAgainMs = 3_000;

/** While waiting, does something as soon as the device has a network, and again every few seconds. */
export function useWhenOnline(isWaiting: boolean, act: () => void): void {
  const look = useEffectEvent(() => {
    if (navigator.onLine) act();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onOnline = () => look();
    const timer = setInterval(onOnline, lookAgainMs);
    globalThis.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', onOnline);
    };
  }, [isWaiting]);
}
