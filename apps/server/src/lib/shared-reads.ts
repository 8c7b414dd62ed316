import { forAllCalls } from './turns.ts';
import type { Clock } from './clock.ts';

/** A shared read: concurrent callers share one run. */
export type SingleFlight<T> = {
  /** Returns a young enough result, else the next read's. */
  readonly current: () => Promise<T>;
  /** Invalidates: later calls get a read that begins after this call. */
  readonly forget: () => void;
};

/** Maximum age of a shared result. */
const usualAgeMs = 500;

/**
 * Shares a read among callers. At most one read runs; callers that need a newer one wait together for the next.
 *
 * @param freshForMs maximum age of a result, from the start of its read
 */
export function createSingleFlight<T>(clock: Clock, read: () => Promise<T>, freshForMs = usualAgeMs): SingleFlight<T> {
  let known: Promise<T> | undefined;
  let begunAtMs = 0;
  let underWay: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    begunAtMs = clock.monotonicMs();
    const reading = forAllCalls(read);
    known = reading;
    underWay = reading;
    reading.then(
      () => {
        underWay = undefined;
      },
      () => {
        underWay = undefined;
        // A failed read rejects its callers and is not cached.
        if (known === reading) known = undefined;
      },
    );
    return reading;
  }

  return {
    current() {
      if (known && (known === underWay || clock.monotonicMs() - begunAtMs < freshForMs)) return known;
      if (!underWay) return next ?? begin();
      next ??= underWay.then(begin, begin);
      return next;
    },
    forget() {
      known = undefined;
    },
  };
}

/** Single flights by key, each begun when it is asked for. The keys must be few, because none is dropped. */
export type SingleFlights<T> = {
  readonly [Action in keyof SingleFlight<T>]: (key: string) => ReturnType<SingleFlight<T>[Action]>;
};

export function createSingleFlights<T>(clock: Clock, read: (key: string) => Promise<T>): SingleFlights<T> {
  const flights = new Map<string, SingleFlight<T>>();
  return {
    current(key) {
      const flight = flights.get(key) ?? createSingleFlight(clock, () => read(key));
      flights.set(key, flight);
      return flight.current();
    },
    forget: (key) => flights.get(key)?.forget(),
  };
}

/** A value that is read often and changes rarely. */
export type StaleWhileRevalidate<T> = {
  readonly current: () => Promise<T>;
  /** Invalidates: later calls get a read that begins after this call. */
  readonly forget: () => void;
};

/** Maximum age of a fresh value, from the start of its read: the delay with which new content appears. */
const freshForMs = 5000;
/** How long a rest follows a slow read, in lengths of the read, so that a slow database is not read without end. */
const restOfReading = 2;
/** However long a read took, from its start. */
const longestFreshMs = 60_000;

/**
 * Caches the last value and serves a stale one during a refresh, so that only calls without a cached value wait; at
 * most one read runs.
 *
 * @param isKept whether to cache a value, by default always. Not caching an empty value shows new content at once.
 */
export function staleWhileRevalidate<T>(
  clock: Clock,
  read: () => Promise<T>,
  isKept: (value: T) => boolean = () => true,
): StaleWhileRevalidate<T> {
  let known: { readonly value: T; readonly freshUntilMs: number } | undefined;
  let timesForgotten = 0;
  let begun = 0;

  async function readAndKeep(): Promise<{ readonly value: T; readonly place: number }> {
    begun += 1;
    const place = begun;
    const begunAfter = timesForgotten;
    const begunAtMs = clock.monotonicMs();
    const value = await read();
    const tookMs = clock.monotonicMs() - begunAtMs;
    const freshUntilMs = begunAtMs + Math.min(Math.max(freshForMs, restOfReading * tookMs), longestFreshMs);
    // A read that began before an invalidation may be outdated.
    if (begunAfter === timesForgotten) known = isKept(value) ? { value, freshUntilMs } : undefined;
    return { value, place };
  }

  // Maximum age 0: only a running read is shared.
  const readings = createSingleFlight(clock, readAndKeep, 0);

  async function readTogether(): Promise<T> {
    const begunBefore = begun;
    const { value, place } = await readings.current();
    if (isKept(value) || place > begunBefore) return value;
    // An uncached value answers only the callers that came before its read.
    return (await readings.current()).value;
  }

  return {
    async current() {
      if (known === undefined) return readTogether();
      if (clock.monotonicMs() > known.freshUntilMs) {
        // The next caller without a cached value gets the error; this one has a value.
        readings.current().catch(() => undefined);
      }
      return known.value;
    },
    forget() {
      known = undefined;
      timesForgotten += 1;
      readings.forget();
    },
  };
}

export type BatchLoaderOptions = {
  /** Maximum number of concurrent queries. */
  readonly readers: number;
  /** Maximum number of keys per query. */
  readonly batchMax: number;
};

/**
 * Batches concurrent look-ups: an idle reader takes all waiting keys, and equal keys share an answer. Nothing is
 * cached, so a result is never older than its call.
 *
 * @param readMany finds values by key; its failure rejects all callers of the batch.
 */
export function createBatchLoader<Key, Value>(
  readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { readers, batchMax }: BatchLoaderOptions,
): (key: Key) => Promise<Value | undefined> {
  const waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>();
  let idleReaders = readers;
  let isPumping = false;

  function pump(): void {
    isPumping = false;
    while (idleReaders > 0 && waiting.size > 0) {
      const batch = waiting.entries().take(batchMax).toArray();
      for (const [key] of batch) waiting.delete(key);
      idleReaders -= 1;
      void read(batch).finally(() => {
        idleReaders += 1;
        pump();
      });
    }
  }

  async function read(batch: readonly [Key, PromiseWithResolvers<Value | undefined>][]): Promise<void> {
    try {
      const found = await readMany(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Value | undefined>();
    waiting.set(key, asked);
    if (!isPumping) {
      isPumping = true;
      forAllCalls(() => setImmediate(pump));
    }
    return asked.promise;
  };
}
