import { ApiError, isTransient } from '#/lib/api/api-error.ts';
import { pause } from '#/lib/timing/waiting.ts';

/** The beginning of a broadcast, or a segment by its number. */
export type BroadcastPart = 'init' | number;

type QueueOptions = {
  /** Rejects when the part did not arrive, or was refused. */
  readonly put: (part: BroadcastPart, bytes: ArrayBuffer, signal: AbortSignal) => Promise<void>;
  /** Runs once, when the server refuses a part; nothing is sent after it. */
  readonly onRefused: (error: unknown) => void;
};

export type SegmentQueue = {
  readonly add: (part: BroadcastPart, bytes: ArrayBuffer) => void;
  /** Returns for how many milliseconds the oldest part has waited; 0 when all are sent. */
  readonly waitingMs: () => number;
  /** Returns how fast the latest parts were sent, in bits a second; null before the first one. */
  readonly bitsPerSecond: () => number | null;
  /** Resolves once nothing waits any more, or the queue is closed. */
  readonly drained: () => Promise<void>;
  readonly close: () => void;
};

const backoffMs = { first: 300, most: 2400 };
/** The weight of a new measurement against those before. */
const weight = 0.3;

/** Sends the parts of a broadcast in order, one at a time, each until it has arrived. */
export function createSegmentQueue({ put, onRefused }: QueueOptions): SegmentQueue {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting: { readonly part: BroadcastPart; readonly bytes: ArrayBuffer; readonly sinceMs: number }[] = [];
  let speed: number | null = null;
  let sending: Promise<void> | undefined;

  const deliver = async (part: BroadcastPart, bytes: ArrayBuffer) => {
    for (let waitMs = backoffMs.first; ; waitMs = Math.min(backoffMs.most, waitMs * 2)) {
      const begunMs = performance.now();
      try {
        await put(part, bytes, signal);
        const measured = (bytes.byteLength * 8000) / Math.max(1, performance.now() - begunMs);
        speed = speed === null ? measured : speed * (1 - weight) + measured * weight;
        return;
      } catch (error) {
        if (signal.aborted || !mayRepeat(error)) throw error;
        await pause(waitMs);
        signal.throwIfAborted();
      }
    }
  };
  const sendAll = async () => {
    try {
      for (let next = waiting[0]; next && !signal.aborted; next = waiting[0]) {
        await deliver(next.part, next.bytes);
        waiting.shift();
      }
    } catch (error) {
      if (signal.aborted) return;
      closing.abort();
      onRefused(error);
    }
  };
  return {
    add(part, bytes) {
      if (signal.aborted) return;
      waiting.push({ part, bytes, sinceMs: performance.now() });
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
    },
    waitingMs: () => (waiting[0] ? performance.now() - waiting[0].sinceMs : 0),
    bitsPerSecond: () => speed,
    drained: async () => sending,
    close: () => closing.abort(),
  };
}

function mayRepeat(error: unknown): boolean {
  return isTransient(error) || (error instanceof ApiError && error.status === 429);
}
