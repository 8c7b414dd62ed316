/** A signal that fires when the caller gives up or when time is over, and the means to stop the clock. */
export type Deadline = { readonly signal: AbortSignal; readonly clear: () => void };

/**
 * Starts a deadline. Written out instead of `AbortSignal.any` and `AbortSignal.timeout`, which web views of phones
 * still in use do not have.
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
