/** Where a batcher gets its time and its turns from, so that a simulation can be its whole world. */
export type Timing = {
  /** A clock that never goes back. */
  nowMs(): number;
  pause(durationMs: number): Promise<void>;
  /** Calls back after everything that is at hand by now. */
  soon(run: () => void): void;
};

export const systemTiming: Timing = {
  nowMs: () => performance.now(),
  pause: (durationMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, durationMs);
    }),
  soon: (run) => void setImmediate(run),
};
