/** Resolves after a time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A signal that aborts with the caller or at the timeout. `clear` stops the timer. */
type Deadline = { readonly signal: AbortSignal; readonly clear: () => void };

/**
 * Starts a deadline. `AbortSignal.any` would join both signals, but the oldest supported browsers lack it (Chrome 111,
 * Safari 16.4).
 */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const giveUp = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs);
  if (caller?.aborted) giveUp();
  caller?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}
