import type { Clock } from './clock.ts';

const stepMs = 1000;

/**
 * Runs a step each second until stopped, never two at once. All replicas run it, so a step must be safe under
 * concurrency.
 */
export function startPeriodicTask(
  clock: Clock,
  step: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stepping: Promise<unknown> | undefined;
  const stepAlone = () => {
    stepping ??= step()
      .catch(onFailure)
      .finally(() => {
        stepping = undefined;
      });
    return stepping;
  };
  const timer = clock.every(stepMs, stepAlone, { ref: false });
  return {
    async stop() {
      timer.cancel();
      await stepping;
    },
  };
}
