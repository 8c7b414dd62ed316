import type { Pool } from 'pg';
import type { Clock } from '#/clock.ts';

/** Kinds of calls by how many of them one address may make. */
export type RateClass = keyof typeof rates;

type Rate = {
  readonly perMinute: number;
  readonly burst: number;
  /** Counted over all replicas, in the database; else each process counts for itself. */
  readonly shared: boolean;
};

/**
 * A whole stadium may stand behind one address of a mobile carrier, so the usual rate only stops floods. The tight one is
 * for calls by which accounts could be guessed or mail be sent to strangers.
 */
const rates = {
  usual: { perMinute: 18_000, burst: 3_000, shared: false },
  tight: { perMinute: 20, burst: 20, shared: true },
  /** What tabs measured: a batch each ten seconds, and only worth having as long as it costs little. */
  beacon: { perMinute: 3_000, burst: 600, shared: false },
} as const satisfies Record<string, Rate>;

/** Milliseconds until a caller may come again; 0 when they are let in. */
export type RateLimiter = {
  /** Of the classes that each process counts for itself. */
  waitMs(rateClass: RateClass, address: string): number;
  /** Of the shared classes, counted for each route. */
  sharedWaitMs(rateClass: RateClass, route: string, address: string): Promise<number>;
  isShared(rateClass: RateClass): boolean;
};

const rememberedAddresses = 100_000;

/**
 * Limits by the generic cell rate algorithm (GCRA, ITU-T I.371): one instant per caller, at which their bucket will be
 * empty again. Each call moves it on by one interval; too far ahead of now is too many.
 *
 * @param factor - multiplies every rate, for load tests that come from one address.
 */
export function createRateLimiter(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  factor: number,
): RateLimiter {
  const emptyAtMs = new Map<string, number>();

  function forgetIdle(nowMs: number): void {
    for (const [address, atMs] of emptyAtMs) if (atMs <= nowMs) emptyAtMs.delete(address);
    if (emptyAtMs.size >= rememberedAddresses) emptyAtMs.clear();
  }

  return {
    isShared: (rateClass) => rates[rateClass].shared,
    waitMs(rateClass, address) {
      const { intervalMs, windowMs } = bucketOf(rates[rateClass], factor);
      const nowMs = clock.now().getTime();
      // Each class has buckets of its own; the usual one, which every vote takes from, is spared the longer key.
      const network = networkOf(address);
      const key = rateClass === 'usual' ? network : `${rateClass} ${network}`;
      const knownMs = emptyAtMs.get(key) ?? 0;
      // A bucket never empties later than a window from now, unless the clock was set back since: then it starts anew.
      const next = Math.max(knownMs > nowMs + windowMs ? 0 : knownMs, nowMs) + intervalMs;
      if (next - nowMs > windowMs) return next - nowMs - windowMs;
      if (emptyAtMs.size >= rememberedAddresses) forgetIdle(nowMs);
      emptyAtMs.set(key, next);
      return 0;
    },
    async sharedWaitMs(rateClass, route, address) {
      const { intervalMs, windowMs } = bucketOf(rates[rateClass], factor);
      const now = clock.now();
      const { rows } = await pool.query<{ taken: boolean; empty_at: Date }>({
        name: 'rate-limit',
        text: takeFromSharedBucket,
        values: [`${route} ${networkOf(address)}`, now, intervalMs, windowMs],
      });
      const row = rows[0];
      if (row?.taken) return 0;
      // A bucket that others made and filled after the statement began is full, though its second half cannot see it.
      const fullUntilMs = row?.empty_at.getTime() ?? now.getTime() + windowMs;
      return Math.max(1, fullUntilMs + intervalMs - now.getTime() - windowMs);
    },
  };
}

function bucketOf(rate: Rate, factor: number) {
  const intervalMs = 60_000 / (rate.perMinute * factor);
  return { intervalMs, windowMs: intervalMs * rate.burst * factor };
}

/**
 * The update is left out when the bucket is full; then only the second half answers. Each call also sweeps away a few
 * buckets that have long been empty, so that the table stays as small as the callers of the last minutes.
 */
const takeFromSharedBucket = `
  WITH idle AS MATERIALIZED (
    SELECT bucket FROM rate_limit WHERE empty_at < $2::timestamptz - interval '1 minute' AND bucket <> $1
     ORDER BY empty_at LIMIT 5 FOR UPDATE SKIP LOCKED
  ), swept AS (
    DELETE FROM rate_limit AS r USING idle WHERE r.bucket = idle.bucket
  ), taken AS (
    INSERT INTO rate_limit AS r (bucket, empty_at) VALUES ($1, $2::timestamptz + $3::float8 * interval '1 ms')
    ON CONFLICT (bucket) DO UPDATE SET empty_at = greatest(r.empty_at, $2) + $3::float8 * interval '1 ms'
      WHERE greatest(r.empty_at, $2) + $3::float8 * interval '1 ms' <= $2::timestamptz + $4::float8 * interval '1 ms'
    RETURNING empty_at
  )
  SELECT true AS taken, empty_at FROM taken
  UNION ALL
  SELECT false, empty_at FROM rate_limit WHERE bucket = $1 AND NOT EXISTS (SELECT FROM taken)`;

/** Whoever has one IPv6 address has 2^64 of them, so those are counted by their network. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':').length : 0;
  const filled =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array<string>(Math.max(0, 8 - groups.length - after)).fill('0'),
          ...(tail ? tail.split(':') : []),
        ];
  return `${filled
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
