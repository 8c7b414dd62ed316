import { randomUUID } from 'node:crypto';
import type { RuleDocument } from '@lightstick/contract';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Clock } from '#/clock.ts';
import { everySecond } from '#/every-second.ts';
import { networkOf } from '#/network-of.ts';
import { type ServerKeys, createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { createClusters, type Sight } from './clusters.ts';
import { exchangeVoteRates } from './suspicion.store.ts';
import type { Suspicion } from './suspicion.ts';

/** When votes are set aside, as the rules of their activity say it. */
type QuarantineTerms = NonNullable<RuleDocument['quarantine']>;

/** From where a vote came, as far as the server is told. */
export type VoteSource = {
  /** `X-Deviceid`, which nobody has to send and anybody can make up. */
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

/** Which votes are suspicious, by what this process and its fellows have seen lately. */
export type SuspicionWatch = {
  /** Sees a vote, and tells why it is to be set aside, if it is. It asks nobody. */
  see(terms: QuarantineTerms, vote: SeenVote): Suspicion | null;
  /** Forgets of a fan's speed a call that cast no vote: one that was refused or shed, or the repeat of an older one. */
  forgetCall(vote: Omit<SeenVote, keyof VoteSource>): void;
  /** Has the other processes told of a vote that was cast: what is refused costs its fan nothing, so nobody stores it. */
  tell(vote: SeenVote): void;
  /** Remembers from where a vote in quarantine came, for those who decide about it. */
  keep(voteId: string, suspicion: Suspicion, vote: Pick<SeenVote, 'period' | keyof VoteSource>): void;
  /** Tells the other processes what is new here, and hears what they have seen. */
  exchange(): Promise<void>;
  /** Tells what is still to tell, then stops. */
  stop(): Promise<void>;
};

/**
 * Watches the votes of a process, in memory alone, so that a vote costs no question. Once a second it tells the others by way
 * of the database, and hears which devices and addresses are crowded; so a process that starts knows them at once.
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
  const paces = createVoteRates(randomUUID());
  const crowds = createClusters(keys);
  let exchanging = Promise.resolve();

  /** One after the other, whoever asks. */
  function exchange(): Promise<void> {
    exchanging = exchanging
      .catch(() => undefined)
      .then(async () => {
        const nowMs = clock.now().getTime();
        await crowds.exchange(pool, nowMs);
        await paces.exchange(pool, nowMs);
      });
    return exchanging;
  }

  const exchanges = everySecond(exchange, onError);
  exchange().catch(onError);
  return {
    see({ callsPerMinute, fansPerDevice, fansPerAddress }, vote) {
      const { period, fanId, key, receivedAt } = vote;
      const atMs = receivedAt.getTime();
      const isTooMany = (kind: Sight['kind'], most: number | null) => {
        const sight = sightOf(kind, vote);
        return most !== null && sight !== undefined && crowds.see(sight, { fanId, most, atMs });
      };
      const isTooFast = callsPerMinute !== null && paces.see({ period, fanId, key, most: callsPerMinute, atMs });
      const onDevice = isTooMany('device', fansPerDevice);
      const fromAddress = isTooMany('address', fansPerAddress);
      // The plainest sign is the one that is told.
      if (onDevice) return 'device';
      if (isTooFast) return 'speed';
      return fromAddress ? 'address' : null;
    },
    forgetCall: ({ receivedAt, ...call }) => paces.forget({ ...call, atMs: receivedAt.getTime() }),
    tell(vote) {
      for (const kind of ['device', 'address'] as const) {
        const sight = sightOf(kind, vote);
        if (sight) crowds.tell(sight, { fanId: vote.fanId, atMs: vote.receivedAt.getTime() });
      }
    },
    keep(voteId, suspicion, vote) {
      const sight = suspicion === 'speed' ? undefined : sightOf(suspicion, vote);
      if (sight) crowds.keep(voteId, sight);
    },
    exchange,
    async stop() {
      await exchanges.stop();
      await exchange().catch(onError);
    },
  };
}

function sightOf(
  kind: Sight['kind'],
  { period, deviceId, address }: Pick<SeenVote, 'period' | keyof VoteSource>,
): Sight | undefined {
  const name = kind === 'device' ? deviceId : networkOf(address);
  return name === undefined ? undefined : { period, kind, name };
}

const minuteMs = 60_000;
/** Fans remembered at most; those forgotten first are those who have not called for longest. */
const rememberedFans = 50_000;
/** Fans told of in one exchange. */
const toldAtOnce = 1_000;
/** Fans who wait to be told of, at most: those left out are told of when they call again. */
const waitingAtMost = 20_000;
/** A fan's calls matter to other processes from this part of the bound on: so many of them can share a fan. */
const processes = 8;

type Call = { readonly key: string; readonly atMs: number };

type VoteRate = {
  readonly period: number;
  readonly fanId: number;
  /** Calls within the last minute, in the order of time, and no more than it takes to be too many; each key is one call. */
  own: readonly Call[];
  /** The same as other processes have seen them. */
  others: readonly number[];
};

/** How fast fans vote, within a sliding minute. */
type VoteRates = {
  /**
   * Sees a call, and tells whether it is more than `most` within a minute. Whoever hears no answer may ask again and again
   * with the same idempotency key: that is one call.
   */
  see(call: { period: number; fanId: number; key: string; most: number; atMs: number }): boolean;
  /** Forgets a call that cast no vote. Of a key's calls only the one of that moment is meant. */
  forget(call: { period: number; fanId: number; key: string; atMs: number }): void;
  /** Tells other processes of fans who are fast, the fastest first, and hears of them. */
  exchange(pool: Pick<Pool, 'query'>, nowMs: number): Promise<void>;
};

/** @param writer names this process among those that share a database. */
function createVoteRates(writer: string): VoteRates {
  const paces = new LRUCache<string, VoteRate>({ max: rememberedFans });
  const untold = new Set<VoteRate>();

  return {
    see({ period, fanId, key, most, atMs }) {
      const name = `${period} ${fanId}`;
      let pace = paces.get(name);
      if (!pace) {
        pace = { period, fanId, own: [], others: [] };
        paces.set(name, pace);
      }
      const recent = pace.own.filter((call) => call.atMs > atMs - minuteMs);
      pace.own = recent.some((call) => call.key === key) ? recent : [...recent, { key, atMs }].slice(-most - 1);
      if (pace.own.length * processes > most && untold.size < waitingAtMost) untold.add(pace);
      return pace.own.length + lately(pace.others, atMs).length > most;
    },
    forget({ period, fanId, key, atMs }) {
      const pace = paces.get(`${period} ${fanId}`);
      if (pace) pace.own = pace.own.filter((call) => call.key !== key || call.atMs !== atMs);
    },
    async exchange(pool, nowMs) {
      for (const pace of untold) {
        if ((pace.own.at(-1)?.atMs ?? 0) <= nowMs - minuteMs) untold.delete(pace);
      }
      const told = [...untold].toSorted((one, other) => other.own.length - one.own.length).slice(0, toldAtOnce);
      if (told.length === 0) return;
      for (const pace of told) untold.delete(pace);
      const news = told.map(({ period, fanId, own }) => ({ period, fanId, own: own.map(({ atMs }) => atMs) }));
      const others = await exchangeVoteRates(pool, writer, news);
      for (const pace of told) pace.others = others.get(`${pace.period} ${pace.fanId}`) ?? [];
    },
  };
}

function lately(calls: readonly number[], atMs: number): readonly number[] {
  const [first] = calls;
  return first === undefined || first > atMs - minuteMs ? calls : calls.filter((call) => call > atMs - minuteMs);
}

/** Shows to whoever watches the server how many votes wait for a decision. */
function gaugeQuarantine({ db, metrics, log }: Pick<Services, 'db' | 'metrics' | 'log'>): void {
  const waiting = new Map<string, number>();

  async function count(): Promise<void> {
    const { rows } = await sql<{ activity: string; quarantined: number }>`
      select activity_id as activity, sum(quarantined)::bigint as quarantined
        from candidate_quarantine group by activity_id`.execute(db);
    for (const { activity, quarantined } of rows) waiting.set(activity, quarantined);
  }

  new Gauge({
    name: 'lightstick_votes_in_quarantine',
    help: 'Votes that were set aside and wait for a decision.',
    labelNames: ['activity'],
    registers: [metrics.registry],
    // Every process tells the same number, which is not to be added up.
    aggregator: 'max',
    collect() {
      for (const [activity, votes] of waiting) this.set({ activity }, votes);
      // For the next time: the other metrics must not wait for a database that is away.
      count().catch((error: unknown) => log.warn({ err: error }, 'votes in quarantine could not be counted'));
    },
  });
}

/** Begins to watch the votes of this process, and shows how many wait for a decision. */
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
