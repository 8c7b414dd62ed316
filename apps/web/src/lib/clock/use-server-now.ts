import { useEffect, useState } from 'react';
import { untilNextTickMs } from './remaining-time.ts';
import { serverNowMs } from './server-clock.ts';

/**
 * The server's clock, ticking in step with the seconds left until `targetMs` and firing once more right at it.
 * Without a target it stands still.
 */
export function useServerNow(targetMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(serverNowMs);

  useEffect(() => {
    if (targetMs === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = serverNowMs();
      setNowMs(now);
      if (now < targetMs) timer = setTimeout(tick, untilNextTickMs(targetMs, now));
    };
    tick();
    return () => clearTimeout(timer);
  }, [targetMs]);

  return nowMs;
}
