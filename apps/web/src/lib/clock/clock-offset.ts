/** How far the server's clock is ahead of ours, in milliseconds: somewhere between the two, both included. */
export type ClockOffset = { readonly lowestMs: number; readonly highestMs: number };

/** One answer of the server, with our own clock around it. */
export type DateSample = {
  /** The answer's Date header in milliseconds, a whole second. */
  readonly serverMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
};

/**
 * Narrows the offset by one more answer. The server stamped a moment in `[serverMs, serverMs + 1 s)` somewhere between
 * our sending and receiving, so every answer bounds the offset from both sides, and the bounds of several answers
 * intersect to far less than the second that one header tells (Cristian's algorithm). When they do not intersect, one
 * of the clocks was set, and only the newest answer counts.
 */
export function narrowOffset(known: ClockOffset | undefined, sample: DateSample): ClockOffset {
  const fresh = {
    lowestMs: sample.serverMs - sample.receivedAtMs,
    highestMs: sample.serverMs + 999 - sample.sentAtMs,
  };
  if (!known) return fresh;
  const lowestMs = Math.max(known.lowestMs, fresh.lowestMs);
  const highestMs = Math.min(known.highestMs, fresh.highestMs);
  return lowestMs <= highestMs ? { lowestMs, highestMs } : fresh;
}

/** The best single guess: no offset where that is possible, else the middle of the bounds. */
export function likelyOffsetMs(offset: ClockOffset | undefined): number {
  if (!offset || (offset.lowestMs <= 0 && offset.highestMs >= 0)) return 0;
  return Math.round((offset.lowestMs + offset.highestMs) / 2);
}
