/** Keeps the screen awake until the returned function is called. The browser ends it with the page's visibility. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const ask = () => {
    // Refused with a low battery, which is no reason to stop.
    if (document.visibilityState === 'visible') lock = navigator.wakeLock.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock.then((held) => held?.release());
  };
}
