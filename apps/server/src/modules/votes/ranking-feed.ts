import { randomBytes } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import { isOlder, newsSince } from './ranking-delta.rules.ts';
import type { Ranking } from './ranking.view.ts';

/** One event of a stream, as it goes over the wire. */
export type RankingEvent = DataOf<Contract['GET /activity/api/v1/vote/stream']>;

/** The ranking of one activity as one process tells it, event by event. */
export type RankingFeed = {
  /** Takes in a reading. Returns the encoded event where it brings news, nothing where it is old or the same. */
  advance(ranking: Ranking): Buffer | undefined;
  /**
   * What brings a listener up to date who heard the event of that id last, or none: at least one event, so that whoever
   * listens hears something at once.
   */
  catchUp(lastEventId: string | undefined): Buffer;
};

/** An event without its place in the feed. */
type Told = RankingEvent extends infer Each ? (Each extends unknown ? Omit<Each, 'feed' | 'sequence'> : never) : never;

/** A minute of ticks, if each brings news; by then all that altered is hardly shorter than the whole. */
const mostKept = 120;

/**
 * Starts a feed with a first ranking. Its name is random, so that the id of an event of another process, or of this one
 * before it was started again, is known to nobody here and is answered with the whole ranking.
 */
export function createRankingFeed(first: Ranking, encode: (id: string, event: RankingEvent) => Buffer): RankingFeed {
  const feed = randomBytes(8).toString('hex');
  let latest = first;
  let sequence = 1;
  let snapshot: Buffer | undefined;
  /** The latest events, the last of which is the one of `sequence`. */
  const kept: Buffer[] = [];

  function encoded(event: Told): Buffer {
    return encode(`${feed}-${sequence}`, { ...event, feed, sequence });
  }

  function wholeRanking(): Buffer {
    snapshot ??= encoded({ ...latest, kind: 'snapshot' });
    return snapshot;
  }

  function missedSince(heard: number): Buffer | undefined {
    // Who has heard everything is told the latest once more.
    const missing = Math.max(1, sequence - heard);
    return heard <= sequence && missing <= kept.length ? Buffer.concat(kept.slice(-missing)) : undefined;
  }

  return {
    advance(ranking) {
      if (isOlder(ranking, latest)) return undefined;
      const news = newsSince(latest, ranking);
      if (news === 'none') return undefined;
      latest = ranking;
      sequence += 1;
      snapshot = undefined;
      const event = news === 'whole' ? wholeRanking() : encoded(deltaOf(ranking, news.rows));
      kept.push(event);
      if (kept.length > mostKept) kept.shift();
      return event;
    },
    catchUp(lastEventId) {
      const [name, heard] = lastEventId?.split('-') ?? [];
      const missed = name === feed && /^\d{1,15}$/.test(heard ?? '') ? missedSince(Number(heard)) : undefined;
      const whole = wholeRanking();
      return missed && missed.length < whole.length ? missed : whole;
    },
  };
}

/** Who left earlier is told with the whole ranking alone: it alters only when a round begins. */
function deltaOf(whole: Ranking, rows: Ranking['list']): Told {
  const { left: _, ...ranking } = whole;
  return { ...ranking, kind: 'delta', list: rows };
}
