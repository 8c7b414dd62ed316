import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { type EventStream, eventEncoder, handleStream, writeInChunks } from '#/http/event-stream.ts';
import { findActivity, type ActivityState, type Ranking } from '#/modules/elections/index.ts';
import type { Rankings } from './start-rankings.ts';

const route = 'GET /activity/api/v1/vote/stream';

/** One activity's feed and who listens. It stays when the last has left: who comes back soon missed little. */
type Channel = {
  readonly feed: RankingFeed;
  readonly streams: Set<EventStream>;
  /** Tells what a reading brings to all who listen. */
  readonly take: (ranking: Ranking) => void;
  stopTicking: (() => void) | undefined;
};

/** Serves the ranking as server-sent events. Each change is encoded once, and all streams are sent the same bytes. */
export function rankingStreamRoutes(server: FastifyInstance, { catalogue, rankings }: Rankings): void {
  const encode = eventEncoder(server, route);
  const channels = new Map<string, Channel>();

  function channelOf(ranking: Ranking): Channel {
    const channel = channels.get(ranking.activityId) ?? newChannel(createRankingFeed(ranking, encode));
    channels.set(ranking.activityId, channel);
    return channel;
  }

  function join(channel: Channel, activityId: string, stream: EventStream): void {
    const { streams, take } = channel;
    streams.add(stream);
    channel.stopTicking ??= rankings.listen(activityId, take);
    stream.onClose(() => {
      streams.delete(stream);
      if (streams.size > 0) return;
      channel.stopTicking?.();
      channel.stopTicking = undefined;
    });
  }

  handleStream(server, route, async ({ query, reply }, open) => {
    const activity = await findActivity(catalogue, query.activityId);
    const ranking = await rankings.current(activity);
    const stream = open();
    const channel = channelOf(ranking);
    // A feed that nobody has listened to for a while stands where it was.
    channel.take(ranking);
    // A browser that connects again by itself sends the header, with a later id than the address it was given.
    const header = reply.request.headers['last-event-id'];
    stream.send(channel.feed.catchUp(typeof header === 'string' ? header : query.lastEventId));
    join(channel, activity.id, stream);
  });
}

function newChannel(feed: RankingFeed): Channel {
  const streams = new Set<EventStream>();
  let sending = Promise.resolve();
  return {
    feed,
    streams,
    take(ranking) {
      const event = feed.advance(ranking);
      if (!event || streams.size === 0) return;
      const audience = [...streams];
      // One after the other, so that no listener hears two events in the wrong order.
      sending = sending.then(() => writeInChunks(audience, (stream) => stream.send(event)));
    },
    stopTicking: undefined,
  };
}

const states: readonly ActivityState[] = ['scheduled', 'open', 'closing', 'tallying', 'final'];

/**
 * Whether a ranking was taken before another: a slow reading may come in after a newer one, and a process that has not
 * heard yet of the end may read after one that has. Nobody is shown votes, or an election, that go back. A round goes from
 * its live count over the frozen one to its result, whatever the version; within each of these the version decides.
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

/** What there is to tell of a newer ranking: nothing, the rows that altered, or all of it. */
type RankingNews = 'none' | 'whole' | { readonly rows: Ranking['list'] };

/**
 * What is new in a ranking since another. It is told as a whole where others stand in it than before: a delta has no way
 * to say that somebody has left. Its time alone is no news.
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
  const isNews = rows.length > 0 || toldBeside.some((field) => before[field] !== after[field]);
  return isNews ? { rows } : 'none';
}

/** What every event tells beside the rows. */
const toldBeside = ['version', 'state', 'round', 'roundState', 'frozenAt', 'goOn', 'closesAt'] as const;

/** One event of a stream, as it goes over the wire. */
type RankingEvent = DataOf<Contract['GET /activity/api/v1/vote/stream']>;

/** The ranking of one activity as one process tells it, event by event. */
type RankingFeed = {
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
function createRankingFeed(first: Ranking, encode: (id: string, event: RankingEvent) => Buffer): RankingFeed {
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
