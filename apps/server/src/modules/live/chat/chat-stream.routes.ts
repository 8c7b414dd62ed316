import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { retryOnLostConnection } from '#/db/retry.ts';
import { eventEncoder, handleStream } from '#/http/event-stream.ts';
import { type Audience, createAudience } from '#/http/live-feed.ts';
import { forAllCalls } from '#/lib/turns.ts';
import type { Services } from '#/services.ts';
import { readAdmitted, type Room } from '../rooms.view.ts';
import {
  type AuthorKeyOf,
  type ChatMessage,
  type ChatNews,
  type ChatState,
  readChat,
  readRemoved,
  readShown,
} from './chat.view.ts';
import { type ChatReturns, createChatReturns, sharedPosition } from './chat-returns.ts';
import { enterChat, findRoom } from './chat-room.ts';
import type { Timer } from '#/lib/clock.ts';

const route = 'GET /activity/api/v1/jplive/chat/stream';
/** What a newcomer sees. */
const mostOnEntry = 50;
/** What a returning listener gets at most; who was away for longer misses the oldest. */
const mostOnReturn = 500;
const mostRemoved = 2000;
/** Ticks from one look at listeners and authors to the next: two seconds. */
const ticksToLook = 4;

/** A room's chat in this process, from its first listener to its last. */
type Channel = {
  readonly roomId: string;
  /** The listeners with their fans; visitors have none. */
  readonly audience: Audience<number | undefined>;
  /** Ticks until the next look. */
  untilLook: number;
  /** Listeners and callers who are about to be. */
  users: number;
  /** Everything up to this position was sent. */
  seq: number;
  /** The newest, as a newcomer sees them. */
  messages: readonly ChatMessage[];
  chat: ChatState;
  /** Another number after each change. */
  version: number;
  /** The first event of a newcomer, until the next change. */
  entry: Buffer | undefined;
  ticking: Promise<void> | undefined;
  timer: Timer | undefined;
};

type ChatReading = Pick<Services, 'db' | 'clock'> & {
  readonly authorKeyOf: AuthorKeyOf;
  readonly encode: (id: string, news: ChatNews) => Buffer;
  readonly returns: ChatReturns;
};

/**
 * Serves chats as server-sent events. While a room has listeners, one ticker of the process reads new messages, and
 * each batch is encoded once for all. The id of an event is a position that every process knows, so a listener may
 * return to any process.
 */
export function chatStreamRoutes(
  server: FastifyInstance,
  {
    log,
    settings,
    ...services
  }: Pick<Services, 'db' | 'clock' | 'log' | 'settings'> & Pick<ChatReading, 'authorKeyOf'>,
): void {
  const { db } = services;
  const reading: ChatReading = { ...services, encode: eventEncoder(server, route), returns: createChatReturns() };
  const channels = new Map<string, Promise<Channel>>();

  async function open(roomId: string): Promise<Channel> {
    const channel = await openChannel(reading, roomId);
    channel.timer = services.clock.every(settings.chatBatchMs, () =>
      // The next tick tries again.
      tick(reading, channel).catch((error: unknown) => log.warn({ err: error }, 'A chat could not be read')),
    );
    return channel;
  }

  /** Counts one more user of a room's channel. Each call needs one that leaves. */
  async function enter(roomId: string): Promise<Channel> {
    const opening = channels.get(roomId) ?? forAllCalls(() => retryOnLostConnection(() => open(roomId)));
    channels.set(roomId, opening);
    try {
      const channel = await opening;
      channel.users += 1;
      return channel;
    } catch (error) {
      channels.delete(roomId);
      throw error;
    }
  }

  function leave(channel: Channel): void {
    channel.users -= 1;
    if (channel.users > 0) return;
    channel.timer?.cancel();
    channels.delete(channel.roomId);
  }

  server.addHook('onClose', async () => {
    const opened = await Promise.allSettled(channels.values());
    for (const channel of opened) if (channel.status === 'fulfilled') channel.value.timer?.cancel();
  });

  handleStream(server, route, async ({ query, fan, reply }, openStream) => {
    const { room } = await enterChat(db, { roomId: query.roomId, fanId: fan?.id });
    // A browser that comes back sends the header, with a later id than its address has.
    const header = reply.request.headers['last-event-id'];
    const after = positionOf(typeof header === 'string' ? header : query.lastEventId);
    const channel = await enter(room.id);
    try {
      // Another process may have been ahead of this one's last tick.
      for (let tries = 0; after !== undefined && after > channel.seq && tries < 2; tries += 1) {
        await tick(reading, channel);
      }
      let event: Buffer;
      let seq: number;
      do {
        ({ seq } = channel);
        event =
          after === undefined || after > seq ? entryOf(reading, channel) : await returnOf(reading, channel, after);
      } while (seq !== channel.seq);
      // From here on nothing waits, so that the listener gets the next batch and none twice.
      const stream = openStream();
      stream.send(event);
      channel.audience.join(stream, fan?.id);
      stream.onClose(() => leave(channel));
    } catch (error) {
      leave(channel);
      throw error;
    }
  });
}

let versions = 0;

/**
 * Returns a version that is unique among all channels of the process, including rooms that were left and opened again.
 */
function nextVersion(): number {
  versions += 1;
  return versions;
}

function positionOf(eventId: string | undefined): number | undefined {
  return eventId !== undefined && /^\d{1,15}$/.test(eventId) ? Number(eventId) : undefined;
}

async function openChannel({ db, clock, authorKeyOf }: ChatReading, roomId: string): Promise<Channel> {
  const room = await findRoom(db, roomId);
  const { seq, chat } = await readChat(db, { room, at: clock.now(), authorKeyOf });
  const messages = await readShown(db, { roomId, upTo: seq, most: mostOnEntry, authorKeyOf });
  return {
    roomId,
    audience: createAudience(),
    untilLook: ticksToLook,
    users: 0,
    seq,
    messages,
    chat,
    version: nextVersion(),
    entry: undefined,
    ticking: undefined,
    timer: undefined,
  };
}

function tick(reading: ChatReading, channel: Channel): Promise<void> {
  channel.ticking ??= forAllCalls(() => advance(reading, channel)).finally(() => {
    channel.ticking = undefined;
  });
  return channel.ticking;
}

async function advance(reading: ChatReading, channel: Channel): Promise<void> {
  const { db, clock, authorKeyOf, encode } = reading;
  const { roomId, seq: after } = channel;
  const room = await findRoom(db, roomId);
  channel.untilLook -= 1;
  if (channel.untilLook <= 0) await look(reading, room, channel);
  const { seq, chat } = await readChat(db, { room, at: clock.now(), authorKeyOf });
  const isChanged = !isDeepStrictEqual(chat, channel.chat);
  if (seq === after && !isChanged) return;
  const section = { roomId, after, upTo: seq, most: mostRemoved, authorKeyOf };
  const messages = await readShown(db, section);
  const removed = await readRemoved(db, section);
  const newest =
    removed.length === 0
      ? [...channel.messages, ...messages].slice(-mostOnEntry)
      : await readShown(db, { roomId, upTo: seq, most: mostOnEntry, authorKeyOf });
  // From here on nothing waits: a newcomer has either seen this batch or gets it.
  Object.assign(channel, { seq, chat, messages: newest, version: nextVersion(), entry: undefined });
  if (messages.length + removed.length === 0 && !isChanged) return;
  channel.audience.send(encode(String(seq), { messages, removed, chat: isChanged ? chat : null }));
}

/** Ends streams that may not go on, and shows newcomers the authors as they appear now: one may hide level or badge. */
async function look({ db, authorKeyOf }: ChatReading, room: Room, channel: Channel): Promise<void> {
  channel.untilLook = ticksToLook;
  await endOthers(db, room, channel);
  const { roomId, seq: upTo } = channel;
  const messages = await readShown(db, { roomId, upTo, most: mostOnEntry, authorKeyOf });
  if (isDeepStrictEqual(messages, channel.messages)) return;
  Object.assign(channel, { messages, version: nextVersion(), entry: undefined });
}

/** Ends the streams of those whose ticket was refunded, or whose account is erased. Free rooms are open to everyone. */
async function endOthers(db: Kysely<DB>, { id: roomId, price }: Room, channel: Channel): Promise<void> {
  if (price === 0) return;
  const listeners = [...channel.audience.members];
  const fanIds = new Set(listeners.flatMap(([, fanId]) => fanId ?? []));
  const admitted = await readAdmitted(db, roomId, [...fanIds]);
  for (const [stream, fanId] of listeners) if (fanId === undefined || !admitted.has(fanId)) stream.end();
}

function entryOf({ encode }: ChatReading, channel: Channel): Buffer {
  const { seq, messages, chat } = channel;
  channel.entry ??= encode(String(seq), { messages: [...messages], removed: [], chat });
  return channel.entry;
}

function returnOf(reading: ChatReading, channel: Channel, after: number): Promise<Buffer> {
  const { version, seq } = channel;
  const from = sharedPosition(after, seq, mostRemoved);
  return reading.returns.eventFrom({
    version,
    from,
    read: () => forAllCalls(() => readReturn(reading, channel, from)),
  });
}

async function readReturn(
  { db, authorKeyOf, encode }: ChatReading,
  { roomId, seq, chat }: Channel,
  after: number,
): Promise<Buffer> {
  const section = { roomId, after, upTo: seq, authorKeyOf };
  const messages = await readShown(db, { ...section, most: mostOnReturn });
  const removed = await readRemoved(db, { ...section, most: mostRemoved });
  return encode(String(seq), { messages, removed, chat });
}
