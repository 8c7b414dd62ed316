import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { eventEncoder, handleStream } from '#/http/event-stream.ts';
import { type Audience, createAudience } from '#/http/live-feed.ts';
import { findActivity, type ActivityState, type Ranking } from '#/modules/elections/index.ts';
import type { Rankings } from './start-rankings.ts';

const route = 'GET /activity/api/v1/vote/stream';

/** An activity's feed and its listeners. It stays without listeners, so that a returning client gets a small delta. */
type Channel = {
  readonly feed: RankingFeed;
  readonly audience: Audience<undefined>;
  /** Sends a new ranking to all listeners. */
  readonly take: (ranking: Ranking) => void;
};

/** Serves the ranking as server-sent events. Each change is encoded once for all streams. */
export function rankingStreamRoutes(server: FastifyInstance, { catalogue, rankings }: Rankings): void {
  const encode = eventEncoder(server, route);
  const channels = new Map<string, Channel>();

  function channelOf(ranking: Ranking): Channel {
    const channel = channels.get(ranking.activityId) ?? newChannel(ranking);
    channels.set(ranking.activityId, channel);
    return channel;
  }

  function newChannel(first: Ranking): Channel {
    const feed = createRankingFeed(first, encode);
    let stopTicking: (() => void) | undefined;
    const audience = createAudience({
      onFirst: () => (stopTicking = rankings.listen(first.activityId, take)),
      onLast: () => stopTicking?.(),
    });
    function take(ranking: Ranking): void {
      const event = feed.advance(ranking);
      if (event && audience.members.size > 0) audience.send(event);
    }
    return { feed, audience, take };
  }

  handleStream(server, route, async ({ query, reply }, open) => {
    const activity = await findActivity(catalogue, query.activityId);
    const ranking = await rankings.current(activity);
    const stream = open();
    const channel = channelOf(ranking);
    // A feed without listeners is stale.
    channel.take(ranking);
    // A reconnecting browser sends the header, with a later id than its URL has.
    const header = reply.request.headers['last-event-id'];
    stream.send(channel.feed.catchUp(typeof header === 'string' ? header : query.lastEventId));
    channel.audience.join(stream, undefined);
  });
}

const states: readonly ActivityState[] = ['scheduled', 'open', 'closing', 'tallying', 'final'];

/**
 * Returns whether a ranking is older than another: reads can finish out of order, and processes see a round's end at
 * different times. The phase (live, frozen, result) decides first, then the version.
 */
function isOlder(ranking: Ranking, than: Ranking): boolean {
  const order = [
    ranking.round - than.round,
    stageOf(ranking) - stageOf(than),
    ranking.version - than.version,
    states.indexOf(ranking.roundState) - states.indexOf(than.roundState),
    states.indexOf(ranking.state) - states.indexOf(than.state),
  ];
  return (order.find((difference) => difference !== 0) ?? 0) < 0;
}

function stageOf({ roundState, frozenAt }: Ranking): number {
  if (roundState === 'final') return 2;
  return frozenAt === null ? 0 : 1;
}

/** The change to send: nothing, the changed rows, or the whole ranking. */
type RankingNews = 'none' | 'whole' | { readonly rows: Ranking['list'] };

/**
 * Compares two rankings. A change of the set of idols needs the whole ranking, because a delta cannot remove a row. A
 * new time alone is no change.
 */
function newsSince(before: Ranking, after: Ranking): RankingNews {
  const known = new Map(before.list.map((row) => [row.idolId, row]));
  const isSameField =
    after.list.length === known.size &&
    after.list.every(({ idolId }) => known.has(idolId)) &&
    isDeepStrictEqual(before.left, after.left);
  if (!isSameField) return 'whole';
  const rows = after.list.filter(({ idolId, votes, rank, change, setAside }) => {
    const row = known.get(idolId);
    return (
      !row ||
      row.votes !== votes ||
      row.rank !== rank ||
      row.change !== change ||
      !isDeepStrictEqual(row.setAside, setAside)
    );
  });
  const isNews = rows.length > 0 || fieldsBesideRows.some((field) => before[field] !== after[field]);
  return isNews ? { rows } : 'none';
}

/** Fields of each event besides the rows. */
const fieldsBesideRows = [
  'version',
  'state',
  'round',
  'roundState',
  'frozenAt',
  'goOn',
  'closesAt',
  'homeBanners',
] as const;

/** An event as sent on the wire. */
type RankingEvent = DataOf<Contract['GET /activity/api/v1/vote/stream']>;

/** A process's event sequence of one activity. */
type RankingFeed = {
  /** Takes a ranking. Returns the encoded event of a change, nothing for an old or equal ranking. */
  advance(ranking: Ranking): Buffer | undefined;
  /** Returns the events after the given id, at least one, so that a listener gets data at once. */
  catchUp(lastEventId: string | undefined): Buffer;
};

/** An event without its id. */
type EventWithoutId = RankingEvent extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'feed' | 'sequence'>
    : never
  : never;

/** A minute of ticks with changes; a longer backlog is as large as the whole ranking. */
const mostKept = 120;

/**
 * Starts a feed with a first ranking. Its random name makes ids of other processes or earlier starts unknown, so that
 * they get the whole ranking.
 */
function createRankingFeed(first: Ranking, encode: (id: string, event: RankingEvent) => Buffer): RankingFeed {
  const feed = randomBytes(8).toString('hex');
  let latest = first;
  let sequence = 1;
  let snapshot: Buffer | undefined;
  /** The latest events; the last one has the id `sequence`. */
  const kept: Buffer[] = [];

  function encodeEvent(event: EventWithoutId): Buffer {
    return encode(`${feed}-${sequence}`, { ...event, feed, sequence });
  }

  function wholeRanking(): Buffer {
    snapshot ??= encodeEvent({ ...latest, kind: 'snapshot' });
    return snapshot;
  }

  function missedSince(heard: number): Buffer | undefined {
    // An up-to-date listener gets the latest event again.
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
      const event = news === 'whole' ? wholeRanking() : encodeEvent(deltaOf(ranking, news.rows));
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

/**
 * Returns the difference, without eliminated idols: they are part of the whole ranking only and change only with a new
 * round.
 */
function deltaOf(whole: Ranking, rows: Ranking['list']): EventWithoutId {
  const { left: _, ...ranking } = whole;
  return { ...ranking, kind: 'delta', list: rows };
}
