import { randomUUID } from 'node:crypto';
import type { RuleDocument } from '@lightstick/contract';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { type Clock, startPeriodicTask } from '#/lib/clock.ts';
import { networkOf } from '#/lib/network-of.ts';
import { roomFor } from '#/lib/cache-options.ts';
import { type ServerKeys, createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { createClusters, type ClusterSource } from './clusters.ts';
import { countByActivity } from './quarantine-counts.view.ts';
import { exchangeVoteRates } from './quarantine.store.ts';
import type { Suspicion } from './suspicion.ts';

/** The published rules of an activity by which votes go into quarantine. */
type QuarantineTerms = NonNullable<RuleDocument['quarantine']>;

/** The source of a vote, according to the client. */
export type VoteSource = {
  /** `X-Deviceid`: optional, and easy to invent. */
  readonly deviceId: string | undefined;
  readonly address: string;
};

export type SeenVote = VoteSource & {
  readonly period: number;
  readonly fanId: number;
  /** The call's idempotency key: its repeats are the same vote. */
  readonly key: string;
  readonly receivedAt: Date;
};

/** Which votes are suspicious, by what all processes have seen lately. */
export type SuspicionWatch = {
  /** Records a vote and judges it by memory alone. Returns why it goes into quarantine, or null. */
  see(terms: QuarantineTerms, vote: SeenVote): Suspicion | null;
  /** Takes a call that cast no vote out of the fan's rate: a refusal, an overload, a repeat. */
  forgetCall(vote: Omit<SeenVote, keyof VoteSource>): void;
  /** Queues a cast vote for the other processes. Refused votes cost nothing, so they must not fill the tables. */
  report(vote: SeenVote): void;
  /** Records the source of a vote in quarantine, so that operators see its cluster. */
  keep(voteId: string, suspicion: Suspicion, vote: Pick<SeenVote, 'period' | keyof VoteSource>): void;
  /** Exchanges observations with the other processes by way of the database. */
  exchange(): Promise<void>;
  /** Exchanges once more, then stops. */
  stop(): Promise<void>;
};

/**
 * Watches votes in memory, so that a vote costs no query. Once a second it exchanges observations by way of the database, and
 * so a new process knows the crowded devices and addresses at once.
 */
export function createSuspicionWatch({
  pool,
  clock,
  keys,
  onError,
}: {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly keys: ServerKeys;
  readonly onError: (error: unknown) => void;
}): SuspicionWatch {
  const rates = createVoteRates(randomUUID());
  const clusters = createClusters(keys);
  let exchanging = Promise.resolve();

  /** Exchanges one batch at a time; exchanges never overlap. */
  function exchange(): Promise<void> {
    exchanging = exchanging
      .catch(() => undefined)
      .then(async () => {
        const nowMs = clock.now().getTime();
        await clusters.exchange(pool, nowMs);
        await rates.exchange(pool, nowMs);
      });
    return exchanging;
  }

  const exchanges = startPeriodicTask(clock, exchange, onError);
  exchange().catch(onError);
  return {
    see({ callsPerMinute, fansPerDevice, fansPerAddress }, vote) {
      const { period, fanId, key, receivedAt } = vote;
      const atMs = receivedAt.getTime();
      const isTooMany = (kind: ClusterSource['kind'], most: number | null) => {
        const source = sourceOf(kind, vote);
        return most !== null && source !== undefined && clusters.see(source, { fanId, most, atMs });
      };
      const isTooFast = callsPerMinute !== null && rates.see({ period, fanId, key, most: callsPerMinute, atMs });
      const onDevice = isTooMany('device', fansPerDevice);
      const fromAddress = isTooMany('address', fansPerAddress);
      // The reason that a fan understands most easily is the one shown.
      if (onDevice) return 'device';
      if (isTooFast) return 'speed';
      return fromAddress ? 'address' : null;
    },
    forgetCall: ({ receivedAt, ...call }) => rates.forget({ ...call, atMs: receivedAt.getTime() }),
    report(vote) {
      for (const kind of ['device', 'address'] as const) {
        const source = sourceOf(kind, vote);
        if (source) clusters.report(source, { fanId: vote.fanId, atMs: vote.receivedAt.getTime() });
      }
    },
    keep(voteId, suspicion, vote) {
      const source = suspicion === 'speed' ? undefined : sourceOf(suspicion, vote);
      if (source) clusters.keep(voteId, source);
    },
    exchange,
    async stop() {
      await exchanges.stop();
      await exchange().catch(onError);
    },
  };
}

function sourceOf(
  kind: ClusterSource['kind'],
  { period, deviceId, address }: Pick<SeenVote, 'period' | keyof VoteSource>,
): ClusterSource | undefined {
  const name = kind === 'device' ? deviceId : networkOf(address);
  return name === undefined ? undefined : { period, kind, name };
}

const minuteMs = 60_000;
/** Most fans in memory (LRU). */
const rememberedFans = 50_000;
/** Most fans of one exchange. */
const sentAtOnce = 1_000;
/** Most fans who wait for an exchange; one left out is queued at the next call. */
const waitingAtMost = 20_000;
/** A fan is sent from `most` / this on: each of up to eight processes may see only its share of the calls. */
const processes = 8;

type Call = { readonly key: string; readonly atMs: number };

type VoteRate = {
  readonly period: number;
  readonly fanId: number;
  /** Calls of the last minute in order of time, at most `most` + 1; each key counts once. */
  own: readonly Call[];
  /** Times of the calls that other processes have seen. */
  others: readonly number[];
};

/** How many votes each fan casts within a sliding minute. */
type VoteRates = {
  /** Records a call. Returns whether it makes more than `most` within a minute; repeats of an idempotency key are one call. */
  see(call: { period: number; fanId: number; key: string; most: number; atMs: number }): boolean;
  /** Takes out a call that cast no vote: the one of that key and time. */
  forget(call: { period: number; fanId: number; key: string; atMs: number }): void;
  /** Sends the calls of fast fans, the fastest first, and reads what other processes saw of them. */
  exchange(pool: Pick<Pool, 'query'>, nowMs: number): Promise<void>;
};

/** @param writer identifies this process in the database. */
function createVoteRates(writer: string): VoteRates {
  const rates = new LRUCache<string, VoteRate>(roomFor(rememberedFans));
  const unsent = new Set<VoteRate>();

  return {
    see({ period, fanId, key, most, atMs }) {
      const name = `${period} ${fanId}`;
      let rate = rates.get(name);
      if (!rate) {
        rate = { period, fanId, own: [], others: [] };
        rates.set(name, rate);
      }
      const recent = rate.own.filter((call) => call.atMs > atMs - minuteMs);
      rate.own = recent.some((call) => call.key === key) ? recent : [...recent, { key, atMs }].slice(-most - 1);
      if (rate.own.length * processes > most && unsent.size < waitingAtMost) unsent.add(rate);
      return rate.own.length + keepRecent(rate.others, atMs).length > most;
    },
    forget({ period, fanId, key, atMs }) {
      const rate = rates.get(`${period} ${fanId}`);
      if (rate) rate.own = rate.own.filter((call) => call.key !== key || call.atMs !== atMs);
    },
    async exchange(pool, nowMs) {
      for (const rate of unsent) {
        if ((rate.own.at(-1)?.atMs ?? 0) <= nowMs - minuteMs) unsent.delete(rate);
      }
      const sent = [...unsent].toSorted((one, other) => other.own.length - one.own.length).slice(0, sentAtOnce);
      if (sent.length === 0) return;
      for (const rate of sent) unsent.delete(rate);
      const news = sent.map(({ period, fanId, own }) => ({ period, fanId, own: own.map(({ atMs }) => atMs) }));
      const others = await exchangeVoteRates(pool, writer, news).catch((error: unknown) => {
        for (const rate of sent) unsent.add(rate);
        throw error;
      });
      for (const rate of sent) rate.others = others.get(`${rate.period} ${rate.fanId}`) ?? [];
    },
  };
}

function keepRecent(calls: readonly number[], atMs: number): readonly number[] {
  const [first] = calls;
  return first === undefined || first > atMs - minuteMs ? calls : calls.filter((call) => call > atMs - minuteMs);
}

/** Exports how many votes wait for a decision as a metric. */
function gaugeQuarantine({ db, metrics, log }: Pick<Services, 'db' | 'metrics' | 'log'>): void {
  const waiting = new Map<string, number>();

  async function count(): Promise<void> {
    for (const { activity, quarantined } of await countByActivity(db)) waiting.set(activity, quarantined);
  }

  new Gauge({
    name: 'lightstick_votes_in_quarantine',
    help: 'Votes that were set aside and wait for a decision.',
    labelNames: ['activity'],
    registers: [metrics.registry],
    // Every process reports the same number, so they must not be added up.
    aggregator: 'max',
    collect() {
      for (const [activity, votes] of waiting) this.set({ activity }, votes);
      // Counted for the next scrape: the other metrics must not wait for the database.
      count().catch((error: unknown) => log.warn({ err: error }, 'votes in quarantine could not be counted'));
    },
  });
}

/** Starts the suspicion watch of this process, and its metric. */
export function watchVotes(
  services: Pick<Services, 'db' | 'pool' | 'clock' | 'log' | 'metrics' | 'settings'>,
): SuspicionWatch {
  const { log, settings } = services;
  gaugeQuarantine(services);
  return createSuspicionWatch({
    ...services,
    keys: createServerKeys(settings.serverSecret),
    onError: (error) => log.warn({ err: error }, 'What was seen of votes could not be exchanged'),
  });
}
