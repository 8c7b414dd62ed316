const stepMs = 1000;

/**
 * Runs a step each second until stopped, never two at once. All replicas run it, so a step must be safe under
 * concurrency.
 */
export function startPeriodicTask(
  step: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stepping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    stepping ??= step()
      .catch(onFailure)
      .finally(() => {
        stepping = undefined;
      });
  }, stepMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await stepping;
    },
  };
}
