import { setTimeout as sleep } from 'node:timers/promises';

/** Tells how soon after a fault calls are answered again, by all answers. Instants are those of `performance.now()`. */
export type Recoveries = {
  /** Notes an answer, with its server and the time of its request. To be called with every answer. */
  noteAnswer(address: string, askedMs: number): void;
  /**
   * Resolves with the milliseconds from an instant to the first answer that was asked for after it.
   *
   * @param isReady resolves when the servers say that they can answer. Until then it waits without end, afterwards for two
   * more minutes of silence
   * @param address who has to answer; anybody, when left out
   */
  after(instantMs: number, isReady: () => Promise<void>, address?: string): Promise<number>;
  /** Returns the longest time without an answer. */
  longestSilenceMs(): number;
};

type Wait = { readonly instantMs: number; readonly address: string | undefined; resolve(answeredMs: number): void };

/** Keeps no finished program alive. */
const unheld = { ref: false };
const silenceLimitMs = 60_000;

export function watchRecoveries(): Recoveries {
  const answers: { readonly address: string; readonly askedMs: number; readonly answeredMs: number }[] = [];
  const waits = new Set<Wait>();
  let silenceMs = 0;

  return {
    noteAnswer(address, askedMs) {
      const answeredMs = performance.now();
      silenceMs = Math.max(silenceMs, answeredMs - (answers.at(-1)?.answeredMs ?? answeredMs));
      answers.push({ address, askedMs, answeredMs });
      for (const wait of waits) {
        if (askedMs > wait.instantMs && (wait.address ?? address) === address) wait.resolve(answeredMs);
      }
    },
    async after(instantMs, isReady, address) {
      const known = answers.find((one) => one.askedMs > instantMs && (address ?? one.address) === one.address);
      if (known) return known.answeredMs - instantMs;
      const { promise, resolve } = Promise.withResolvers<number>();
      const wait = { instantMs, address, resolve };
      waits.add(wait);
      try {
        // A server may say that it is ready before it notices the fault, so it is asked again after a silence.
        for (let silences = 0; silences < 2; silences += 1) {
          const answeredMs = await Promise.race([
            promise,
            isReady().then(() => sleep(silenceLimitMs, undefined, unheld)),
          ]);
          if (answeredMs !== undefined) return answeredMs - instantMs;
        }
        throw new Error('The servers say that they are ready, and answered no call for two minutes after a fault');
      } finally {
        waits.delete(wait);
      }
    },
    longestSilenceMs: () => silenceMs,
  };
}
