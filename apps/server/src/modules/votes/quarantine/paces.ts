import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import { exchangePaces } from './sightings.store.ts';

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

type Pace = {
  readonly period: number;
  readonly fanId: number;
  /** Calls within the last minute, in the order of time, and no more than it takes to be too many; each key is one call. */
  own: readonly Call[];
  /** The same as other processes have seen them. */
  others: readonly number[];
};

/** How fast fans vote, within a sliding minute. */
export type Paces = {
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
export function createPaces(writer: string): Paces {
  const paces = new LRUCache<string, Pace>({ max: rememberedFans });
  const untold = new Set<Pace>();

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
      const others = await exchangePaces(pool, writer, news);
      for (const pace of told) pace.others = others.get(`${pace.period} ${pace.fanId}`) ?? [];
    },
  };
}

function lately(calls: readonly number[], atMs: number): readonly number[] {
  const [first] = calls;
  return first === undefined || first > atMs - minuteMs ? calls : calls.filter((call) => call > atMs - minuteMs);
}
