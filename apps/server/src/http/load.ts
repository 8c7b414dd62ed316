import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Settings } from '#/config.ts';

/** How busy this process is. */
export type Load = {
  /** Calls that were received whole and are being answered. */
  readonly inFlight: number;
  /** Counts a call for as long as the work takes, whether its caller waits for the answer or not. */
  whileInFlight<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The mean delay of the event loop over the last second or so, in milliseconds. */
  eventLoopDelayMs(): number;
  /** Whether one more call would make everybody's slower. */
  isTooHigh(): boolean;
  stop(): void;
};

const sampleMs = 500;
const resolutionMs = 10;

/** Watches the event loop and the calls in flight against the settings' bounds. */
export function watchLoad(settings: Pick<Settings, 'maxInFlight' | 'maxEventLoopDelayMs'>): Load {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // Without a sample the mean is NaN: the loop was blocked for the whole interval or has just begun.
    const meanMs = histogram.mean / 1e6;
    delayMs = Number.isNaN(meanMs) ? delayMs : Math.max(0, meanMs - resolutionMs);
    histogram.reset();
  }, sampleMs);
  timer.unref();
  let inFlight = 0;
  return {
    get inFlight() {
      return inFlight;
    },
    async whileInFlight(work) {
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
      }
    },
    eventLoopDelayMs: () => delayMs,
    isTooHigh() {
      return inFlight >= settings.maxInFlight || delayMs > settings.maxEventLoopDelayMs;
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
