const stepMs = 1000;

/**
 * Takes a step every second until stopped, never two at once. Every replica does so, so a step must bear being taken by
 * several.
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
