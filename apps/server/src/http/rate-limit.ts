import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Job } from '#/jobs/job.ts';
import type { Clock } from '#/lib/clock.ts';
import { networkOf } from '#/lib/network-of.ts';

/** Kinds of calls by how many of them one address may make. */
export type RateClass = keyof typeof rates;

type Bucket = { readonly perMinute: number; readonly burst: number };

type Rate = Bucket & {
  /** Counted over all replicas, in the database; else each process counts for itself. */
  readonly shared: boolean;
  /** What each device of the network has besides, by the name that it gives itself. Shared rates only. */
  readonly ofDevice?: Bucket;
};

const tight: Bucket = { perMinute: 20, burst: 20 };
/** Two calls of a wallet, or one of a password, for hundreds of fans a minute. */
const wide: Bucket = { perMinute: 600, burst: 600 };

/**
 * A whole stadium may stand behind one address of a mobile carrier, so the usual rate only stops floods. The tight one is
 * for calls of which few are made, and by which somebody could learn about accounts or keep a core busy. Why the ways in
 * have wider ones: decision 44.
 */
const rates = {
  usual: { perMinute: 18_000, burst: 3_000, shared: false },
  tight: { ...tight, shared: true },
  /** Signing in, where accounts and networks that fail are counted apart. */
  signIn: { ...wide, shared: true },
  /** Opening an account, and what a mailed code or a signature confirms: codes and addresses have counts of their own. */
  signUp: { ...wide, shared: true, ofDevice: tight },
  /** Every call of an operator: more than hands make, and little for whoever guesses at tokens. */
  operator: { perMinute: 120, burst: 120, shared: true },
  /** What tabs measured: batches of up to fifty events. Of a stadium behind one address a sample is enough. */
  beacon: { perMinute: 60, burst: 60, shared: false },
} as const satisfies Record<string, Rate>;

/** Milliseconds until a caller may come again; 0 when they are let in. */
export type RateLimiter = {
  /** Of the classes that each process counts for itself. */
  waitMs(rateClass: RateClass, address: string): number;
  /** Of the shared classes, counted for each route. A device that gives itself no name counts as one with all such. */
  sharedWaitMs(rateClass: RateClass, route: string, caller: Caller): Promise<number>;
  isShared(rateClass: RateClass): boolean;
};

type Caller = { readonly address: string; readonly deviceId: string | undefined };

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
  /** Until when networks have to wait for room in their shared buckets, as far as this process was told. */
  const roomAtMs = new Map<string, number>();

  async function takeShared(bucket: string, rate: Bucket): Promise<number> {
    const { intervalMs, windowMs } = bucketOf(rate, factor);
    const now = clock.now();
    const { rows } = await pool.query<{ taken: boolean; empty_at: Date }>({
      name: 'rate-limit',
      text: takeFromSharedBucket,
      values: [bucket, now, intervalMs, windowMs],
    });
    const row = rows[0];
    if (row?.taken) return 0;
    // A bucket that others made and filled after the statement began is full, though its second half cannot see it.
    const fullUntilMs = row?.empty_at.getTime() ?? now.getTime() + windowMs;
    return Math.max(1, fullUntilMs + intervalMs - now.getTime() - windowMs);
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
      remember(emptyAtMs, key, { atMs: next, nowMs });
      return 0;
    },
    async sharedWaitMs(rateClass, route, { address, deviceId = '' }) {
      const rate: Rate = rates[rateClass];
      const network = `${route} ${networkOf(address)}`;
      const nowMs = clock.now().getTime();
      // Of a network that is full nothing is asked or written down, however many devices it makes up.
      const knownMs = (roomAtMs.get(network) ?? 0) - nowMs;
      // A bucket is never full for longer than a window, unless the clock was set back since.
      if (knownMs > 0 && knownMs <= bucketOf(rate, factor).windowMs) return knownMs;
      // The device first, so that one which calls without end takes nothing from the others of its network.
      const deviceWaitMs = rate.ofDevice ? await takeShared(`${network} ${shortHash(deviceId)}`, rate.ofDevice) : 0;
      if (deviceWaitMs > 0) return deviceWaitMs;
      const waitMs = await takeShared(network, rate);
      if (waitMs > 0) remember(roomAtMs, network, { atMs: nowMs + waitMs, nowMs });
      return waitMs;
    },
  };
}

/** Keeps an instant for a caller. Instants that have passed mean the same as none, so they go first when there are too many. */
function remember(known: Map<string, number>, caller: string, { atMs, nowMs }: { atMs: number; nowMs: number }): void {
  if (known.size >= rememberedAddresses) {
    for (const [other, passedAtMs] of known) if (passedAtMs <= nowMs) known.delete(other);
    if (known.size >= rememberedAddresses) known.clear();
  }
  known.set(caller, atMs);
}

/** A device's name is as long as its client likes, and need not stand in the table. */
function shortHash(deviceId: string): string {
  return hash('sha256', deviceId, 'base64url').slice(0, 16);
}

function bucketOf(rate: Bucket, factor: number) {
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

const idleMs = 60_000;

/** Deletes buckets that have been empty for a while; calls sweep a few themselves, but only while calls come. */
export function sweepRateLimitsJob({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Job {
  return {
    name: 'sweep-rate-limits',
    schedule: '*/10 * * * *',
    async run() {
      await pool.query('DELETE FROM rate_limit WHERE empty_at < $1', [new Date(clock.now().getTime() - idleMs)]);
    },
  };
}
