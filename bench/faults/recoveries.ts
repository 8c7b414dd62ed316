/** Tells how soon after a fault calls are answered again, by all the answers there were. Instants are those of `performance.now()`. */
export type Recoveries = {
  /** To be called with every answer: who gave it, and when it was asked for. */
  noteAnswer(address: string, askedMs: number): void;
  /**
   * Resolves with the milliseconds from an instant to the first answer that was asked for after it.
   *
   * @param address who has to answer; anybody, when left out
   */
  after(instantMs: number, address?: string): Promise<number>;
  /** The longest time without an answer. */
  longestSilenceMs(): number;
};

type Wait = { readonly instantMs: number; readonly address: string | undefined; resolve(answeredMs: number): void };

const timeoutMs = 60_000;

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
    async after(instantMs, address) {
      const known = answers.find((one) => one.askedMs > instantMs && (address ?? one.address) === one.address);
      if (known) return known.answeredMs - instantMs;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const timer = setTimeout(
        () => reject(new Error(`No call was answered for ${timeoutMs / 1000} s after a fault`)),
        timeoutMs,
      );
      const wait = { instantMs, address, resolve };
      waits.add(wait);
      try {
        return (await promise) - instantMs;
      } finally {
        waits.delete(wait);
        clearTimeout(timer);
      }
    },
    longestSilenceMs: () => silenceMs,
  };
}
