import { hash } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock, Timer } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import { type EventStream, eventEncoder, handleStream, type StreamRoute, writeInChunks } from './event-stream.ts';

/** Those who listen to one topic on this process, each with what the topic knows of them. */
export type Audience<Member> = {
  readonly members: ReadonlyMap<EventStream, Member>;
  /** Joins a listener until the stream closes. */
  join(stream: EventStream, member: Member): void;
  /** Sends an event, encoded once, to all. */
  send(event: Buffer): void;
};

/**
 * Creates an audience without a source.
 * - Events reach each listener in the order of `send`, also when there are thousands.
 * - `onFirst` runs when the first listener joins, `onLast` when the last one has left: a topic without listeners is not
 *   read.
 */
export function createAudience<Member = undefined>({
  onFirst,
  onLast,
}: {
  readonly onFirst?: () => void;
  readonly onLast?: () => void;
} = {}): Audience<Member> {
  const members = new Map<EventStream, Member>();
  let sending = Promise.resolve();
  return {
    members,
    join(stream, member) {
      members.set(stream, member);
      if (members.size === 1) onFirst?.();
      stream.onClose(() => {
        members.delete(stream);
        if (members.size === 0) onLast?.();
      });
    },
    send(event) {
      const streams = [...members.keys()];
      sending = sending.then(() => writeInChunks(streams, (stream) => stream.send(event)));
    },
  };
}

/** One topic that a process reads again and again while it has listeners. */
export type LiveTopic<News> = {
  readonly everyMs: number;
  /** Readings end in the order in which they begin, as behind a single-flight. */
  readonly read: () => Promise<News>;
  /** What has changed; undefined when nothing has. */
  readonly changes: (before: News, after: News) => News | undefined;
  /** The subject for the log of a failed reading. */
  readonly name: string;
};

/**
 * Serves a topic as server-sent events.
 * - One ticker of the process reads it, only while it has listeners.
 * - A listener gets the whole first, and then each change; none is missed between the two.
 * - The id of an event is a hash of what it describes.
 * - A reading that fails is logged, and the next tick tries again.
 */
export function serveLiveFeed<R extends StreamRoute>(
  server: FastifyInstance,
  route: R,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { everyMs, read, changes, name }: LiveTopic<DataOf<Contract[R]>>,
): void {
  type News = DataOf<Contract[R]>;
  const encode = eventEncoder(server, route);
  let known: News | undefined;
  let timer: Timer | undefined;
  const audience = createAudience({
    onFirst() {
      timer = clock.every(everyMs, () =>
        tick().catch((err: unknown) => log.warn({ err }, `${name} could not be read`)),
      );
    },
    onLast() {
      timer?.cancel();
      known = undefined;
    },
  });

  async function tick(): Promise<void> {
    const news = await read();
    // The last listener may have left meanwhile.
    if (audience.members.size > 0) take(news);
  }

  function take(news: News): void {
    const changed = known === undefined ? news : changes(known, news);
    known = news;
    if (changed !== undefined) audience.send(encodeNews(changed));
  }

  function encodeNews(news: News): Buffer {
    return encode(hash('sha256', JSON.stringify(news), 'base64url').slice(0, 16), news);
  }

  server.addHook('onClose', (_, done) => {
    timer?.cancel();
    done();
  });

  handleStream(server, route, async (_, open) => {
    const news = await read();
    const stream = open();
    // As a tick: what the newcomer sees is what all have seen, so that none misses a change that goes back.
    take(news);
    stream.send(encodeNews(news));
    audience.join(stream, undefined);
  });
}
