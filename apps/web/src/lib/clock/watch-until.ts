import { untilNextTickMs } from './remaining-time.ts';
import { serverNowMs } from './server-clock.ts';

/** Calls `look` once a second until the server's clock has reached a deadline, and right at it. */
export function watchUntil(deadline: string | undefined, look: () => void): () => void {
  if (deadline === undefined) return () => undefined;
  const targetMs = Date.parse(deadline);
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    look();
    const nowMs = serverNowMs();
    if (nowMs < targetMs) timer = setTimeout(tick, untilNextTickMs(targetMs, nowMs));
  };
  tick();
  return () => clearTimeout(timer);
}
