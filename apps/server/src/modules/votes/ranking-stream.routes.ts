import type { FastifyInstance } from 'fastify';
import { type EventStream, eventEncoder, handleStream } from '#/http/event-stream.ts';
import { inTurns } from '#/http/in-turns.ts';
import { findActivity } from './find-activity.ts';
import { createRankingFeed, type RankingFeed } from './ranking-feed.ts';
import type { Ranking } from './ranking.view.ts';
import type { Voting } from './voting.ts';

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
export function rankingStreamRoutes(server: FastifyInstance, { catalogue, rankings }: Voting): void {
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
      sending = sending.then(() => inTurns(audience, (stream) => stream.send(event)));
    },
    stopTicking: undefined,
  };
}
