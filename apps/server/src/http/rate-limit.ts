import { hash } from 'node:crypto';
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Clock } from '#/lib/clock.ts';
import { networkOf } from '#/lib/network-of.ts';
import { createTurns } from '#/lib/turns.ts';

/** Classes of calls by their rate per address. */
export type RateClass = keyof typeof namedRates;

type Bucket = { readonly perMinute: number; readonly burst: number };

type Rate = Bucket & {
  /** Counted over all replicas in the database; otherwise per process. */
  readonly shared: boolean;
  /** An additional rate per device, by the id it sends. Shared rates only. */
  readonly ofDevice?: Bucket;
  /** Answered under any load too, because a refusal would do more harm than the answer's work. */
  readonly isVital?: true;
};

const tight: Bucket = { perMinute: 20, burst: 20 };
/** Two calls of a wallet sign-in, or one of a password sign-in, for hundreds of fans a minute. */
const wide: Bucket = { perMinute: 600, burst: 600 };

/**
 * Every route has one; a server with a route that has none does not start.
 *
 * A whole stadium may share one address of a mobile carrier, so the usual rate only stops floods. The tight one is for rare
 * calls that could reveal accounts or keep a core busy. Decision 44 explains the wider rates of sign-in and sign-up.
 */
const namedRates = {
  usual: { perMinute: 18_000, burst: 3_000, shared: false },
  tight: { ...tight, shared: true },
  /** Sign-in, where failing accounts and networks have separate counters. */
  signIn: { ...wide, shared: true },
  /** Sign-up and confirmations by code or signature; codes and addresses have separate counters. */
  signUp: { ...wide, shared: true, ofDevice: tight },
  /** Every call of an operator: more than a person makes, and little for guessing tokens. */
  operator: { perMinute: 120, burst: 120, shared: true },
  /** Measurements of tabs, in batches of up to fifty events. A sample of a stadium behind one address suffices. */
  beacon: { perMinute: 60, burst: 60, shared: false },
  /** Our drawings as JPEG, a tenth of a second of a core each. Only previews of links ask for them. */
  drawing: { perMinute: 120, burst: 60, shared: false },
  /** Pages, scripts and pictures. The first visit of a fan takes thirty. */
  file: { perMinute: 60_000, burst: 20_000, shared: false },
  /** Playlists and segments: a viewer fetches about one a second. */
  media: { perMinute: 120_000, burst: 20_000, shared: false },
  /** What few people read and is long: descriptions of the calls, and files to keep. */
  document: { perMinute: 600, burst: 120, shared: false },
  /** Health and metrics: a balancer that gets no answer takes a busy process for a dead one. */
  probe: { perMinute: 3_000, burst: 600, shared: false, isVital: true },
  /**
   * Encoders that nginx reports when they want to begin. Anyone can make it report, so encoders on air are counted
   * apart.
   */
  encoder: { perMinute: 600, burst: 120, shared: false },
  /** nginx asks about each stream on air every few seconds, and cuts it without an answer. */
  onAir: { perMinute: 6_000, burst: 1_200, shared: false, isVital: true },
} as const satisfies Record<string, Rate>;
const rates: Readonly<Record<RateClass, Rate>> = namedRates;

/**
 * Mails with codes that strangers request from one network. A crowd behind one address still gets one a second; a script
 * does not write to ten addresses in three seconds.
 */
export const networkMails: Bucket = { perMinute: 60, burst: 5 };

/** Milliseconds until the caller may try again; 0 when accepted. */
export type RateLimiter = {
  /** Returns the wait for classes that each process counts. */
  waitMs(rateClass: RateClass, address: string): number;
  /** Returns the wait for shared classes, counted per route. Devices without id count as one. */
  sharedWaitMs(rateClass: RateClass, route: string, caller: Caller): Promise<number>;
  isShared(rateClass: RateClass): boolean;
  isVital(rateClass: RateClass): boolean;
};

type Caller = { readonly address: string; readonly deviceId: string | undefined };

const rememberedAddresses = 100_000;
/** More than the largest burst; beyond, and after so long a wait, a call is refused. */
const mostWaitingForBucket = 1_000;
const longestWaitForBucketMs = 5_000;

/**
 * Limits by the generic cell rate algorithm (GCRA, ITU-T I.371): each caller has one instant at which the bucket will be
 * empty. Each call moves it on by one interval; too far ahead of now is refused.
 * @param factor multiplies every rate, for load tests from one address
 */
export function createRateLimiter(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  factor: number,
): RateLimiter {
  const emptyAtMs = new Map<string, number>();
  /** The time until which networks must wait for their shared buckets, as far as this process knows. */
  const roomAtMs = new Map<string, number>();

  /** Calls of one bucket wait for its row in memory, so that a burst from one network holds one connection. */
  const turns = createTurns(1, mostWaitingForBucket);

  async function takeShared(bucket: string, rate: Bucket): Promise<number> {
    const endTurn =
      turns.tryTake(bucket) ??
      (await turns.take(bucket, AbortSignal.timeout(longestWaitForBucketMs)).catch(() => undefined));
    if (!endTurn) return longestWaitForBucketMs;
    return takeInTurn(bucket, rate).finally(endTurn);
  }

  function takeInTurn(bucket: string, rate: Bucket): Promise<number> {
    return takeFromBucket((text, values) => pool.query({ name: 'rate-limit', text, values }), {
      bucket,
      rate,
      factor,
      now: clock.now(),
    });
  }

  return {
    isShared: (rateClass) => rates[rateClass].shared,
    isVital: (rateClass) => rates[rateClass].isVital === true,
    waitMs(rateClass, address) {
      const { intervalMs, windowMs } = bucketOf(rates[rateClass], factor);
      const nowMs = clock.now().getTime();
      // Each class has its own buckets; the usual one, which every vote uses, has the shorter key.
      const network = networkOf(address);
      const key = rateClass === 'usual' ? network : `${rateClass} ${network}`;
      const knownMs = emptyAtMs.get(key) ?? 0;
      // A bucket never empties later than a window from now, unless the clock was set back: then it restarts.
      const next = Math.max(knownMs > nowMs + windowMs ? 0 : knownMs, nowMs) + intervalMs;
      if (next - nowMs > windowMs) return next - nowMs - windowMs;
      remember(emptyAtMs, key, { atMs: next, nowMs });
      return 0;
    },
    async sharedWaitMs(rateClass, route, { address, deviceId = '' }) {
      const rate = rates[rateClass];
      const network = `${route} ${networkOf(address)}`;
      const nowMs = clock.now().getTime();
      // A full network costs no query, however many device ids it invents.
      const knownMs = (roomAtMs.get(network) ?? 0) - nowMs;
      // A bucket is never full for longer than a window, unless the clock was set back.
      if (knownMs > 0 && knownMs <= bucketOf(rate, factor).windowMs) return knownMs;
      // The device first, so that a single flooding device takes nothing from its network.
      const deviceWaitMs = rate.ofDevice ? await takeShared(`${network} ${shortHash(deviceId)}`, rate.ofDevice) : 0;
      if (deviceWaitMs > 0) return deviceWaitMs;
      const waitMs = await takeShared(network, rate);
      if (waitMs > 0) remember(roomAtMs, network, { atMs: nowMs + waitMs, nowMs });
      return waitMs;
    },
  };
}

type BucketRow = { readonly taken: boolean; readonly empty_at: Date };
type RunQuery = (text: string, values: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
type BucketUse = { readonly bucket: string; readonly rate: Bucket; readonly factor: number; readonly now: Date };

/** Takes one from a bucket that all replicas share, in the caller's transaction. Returns as `takeFromBucket` does. */
export function takeFromBucketIn(tx: Transaction<DB>, taking: BucketUse): Promise<number> {
  return takeFromBucket((text, values) => tx.executeQuery(CompiledQuery.raw(text, values)), taking);
}

/**
 * Takes one from a bucket that all replicas share.
 *
 * @returns milliseconds until there is room; 0 when taken.
 */
async function takeFromBucket(run: RunQuery, { bucket, rate, factor, now }: BucketUse): Promise<number> {
  const { intervalMs, windowMs } = bucketOf(rate, factor);
  const { rows } = await run(takeFromSharedBucket, [bucket, now, intervalMs, windowMs]);
  const row = rows[0] as BucketRow | undefined;
  if (row?.taken) return 0;
  // A bucket that others created and filled after the statement began is full, but its second half cannot see it.
  const fullUntilMs = row?.empty_at.getTime() ?? now.getTime() + windowMs;
  return Math.max(1, fullUntilMs + intervalMs - now.getTime() - windowMs);
}

/** Keeps an instant per caller. Past instants mean the same as none, so they are dropped first. */
function remember(known: Map<string, number>, caller: string, { atMs, nowMs }: { atMs: number; nowMs: number }): void {
  if (known.size >= rememberedAddresses) {
    for (const [other, passedAtMs] of known) if (passedAtMs <= nowMs) known.delete(other);
    if (known.size >= rememberedAddresses) known.clear();
  }
  known.set(caller, atMs);
}

/** Hashes a device id, which may have any length and is not stored. */
function shortHash(deviceId: string): string {
  return hash('sha256', deviceId, 'base64url').slice(0, 16);
}

function bucketOf(rate: Bucket, factor: number) {
  const intervalMs = 60_000 / (rate.perMinute * factor);
  return { intervalMs, windowMs: intervalMs * rate.burst * factor };
}

/**
 * No update when the bucket is full; then only the second half returns a row. Each call also deletes a few long-empty
 * buckets, so that the table stays small.
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

/** Deletes empty buckets; calls delete a few themselves, but only while calls come. */
export function sweepRateLimitsJob({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Job {
  return scheduledJob('sweep-rate-limits', async () => {
    await pool.query('DELETE FROM rate_limit WHERE empty_at < $1', [new Date(clock.now().getTime() - idleMs)]);
  });
}
