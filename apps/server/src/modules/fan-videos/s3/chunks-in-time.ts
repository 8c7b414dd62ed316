type Limits = {
  /** How long a chunk may be waited for. Whoever reads may take their time. */
  readonly mostMs: number;
  /** Is aborted where one is waited for longer. */
  readonly giveUp: AbortController;
  /** What is thrown for a failure. */
  readonly broken: (error: unknown) => unknown;
};

/** The chunks of an answer, none of which is waited for long. */
export async function* chunksInTime(
  body: ReadableStream<Uint8Array>,
  { mostMs, giveUp, broken }: Limits,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => giveUp.abort(new Error('The storage of videos stopped in the middle')), mostMs);
    const { done, value } = await chunks
      .next()
      .catch((error: unknown) => {
        throw broken(error);
      })
      .finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}
