import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { retryOnLostConnection } from '#/db/retry.ts';
import { type EventStream, eventEncoder, handleStream, writeInChunks } from '#/http/event-stream.ts';
import type { Services } from '#/services.ts';
import { type AuthorKeyOf, type ChatMessage, type ChatState, readChat, readRemoved, readShown } from './chat.view.ts';
import { enterChat, findRoom } from './chat-room.ts';

const route = 'GET /jplive/chat/stream';
/** What a newcomer sees. */
const mostOnEntry = 50;
/** What a returning listener gets at most; who was away for longer misses the oldest. */
const mostOnReturn = 500;
const mostRemoved = 2000;

/** A room's chat in this process, from its first listener to its last. */
type Channel = {
  readonly roomId: string;
  readonly streams: Set<EventStream>;
  /** Listeners and callers who are about to be. */
  users: number;
  /** Everything up to this position was sent. */
  seq: number;
  /** The newest, as a newcomer sees them. */
  messages: readonly ChatMessage[];
  chat: ChatState;
  /** The first event of a newcomer, and those of listeners who return, by their last position; until the next change. */
  entry: Buffer | undefined;
  readonly returns: Map<number, Promise<Buffer>>;
  ticking: Promise<void> | undefined;
  sending: Promise<void>;
  timer: NodeJS.Timeout;
};

/**
 * Serves chats as server-sent events. While somebody listens to a room, one ticker of the process reads what is new, and each
 * batch is encoded once for all. The id of an event is a position that every process knows, so a listener may return anywhere.
 */
export function chatStreamRoutes(
  server: FastifyInstance,
  {
    db,
    clock,
    log,
    settings,
    authorKeyOf,
  }: Pick<Services, 'db' | 'clock' | 'log' | 'settings'> & {
    readonly authorKeyOf: AuthorKeyOf;
  },
): void {
  const encode = eventEncoder(server, route);
  const channels = new Map<string, Promise<Channel>>();

  async function open(roomId: string): Promise<Channel> {
    const room = await findRoom(db, roomId);
    const { seq, chat } = await readChat(db, { room, at: clock.now(), authorKeyOf });
    const messages = await readShown(db, { roomId, after: 0, upTo: seq, most: mostOnEntry, authorKeyOf });
    const channel: Channel = {
      roomId,
      streams: new Set(),
      users: 0,
      seq,
      messages,
      chat,
      entry: undefined,
      returns: new Map(),
      ticking: undefined,
      sending: Promise.resolve(),
      timer: setInterval(() => {
        // The next tick tries again.
        tick(channel).catch((error: unknown) => log.warn(error, 'A chat could not be read'));
      }, settings.chatBatchMs),
    };
    return channel;
  }

  async function channelOf(roomId: string): Promise<Channel> {
    const opening = channels.get(roomId) ?? retryOnLostConnection(() => open(roomId));
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
    clearInterval(channel.timer);
    channels.delete(channel.roomId);
  }

  function tick(channel: Channel): Promise<void> {
    channel.ticking ??= advance(channel).finally(() => {
      channel.ticking = undefined;
    });
    return channel.ticking;
  }

  async function advance(channel: Channel): Promise<void> {
    const { roomId, seq: after } = channel;
    const { seq, chat } = await readChat(db, { room: await findRoom(db, roomId), at: clock.now(), authorKeyOf });
    const isChanged = !isDeepStrictEqual(chat, channel.chat);
    if (seq === after && !isChanged) return;
    const section = { roomId, after, upTo: seq, most: mostRemoved, authorKeyOf };
    const messages = await readShown(db, section);
    const removed = await readRemoved(db, section);
    const newest =
      removed.length === 0
        ? [...channel.messages, ...messages].slice(-mostOnEntry)
        : await readShown(db, { ...section, after: 0, most: mostOnEntry });
    // From here on nothing waits: a newcomer has either seen this batch or gets it.
    Object.assign(channel, { seq, chat, messages: newest, entry: undefined });
    channel.returns.clear();
    if (messages.length + removed.length === 0 && !isChanged) return;
    const event = encode(String(seq), { messages, removed, chat: isChanged ? chat : null });
    const audience = [...channel.streams];
    channel.sending = channel.sending.then(() => writeInChunks(audience, (stream) => stream.send(event)));
  }

  function entryOf(channel: Channel): Buffer {
    const { seq, messages, chat } = channel;
    channel.entry ??= encode(String(seq), { messages: [...messages], removed: [], chat });
    return channel.entry;
  }

  /** Many come back with the same position, after a restart or a lost network. */
  function returnOf(channel: Channel, after: number): Promise<Buffer> {
    const known = channel.returns.get(after) ?? readReturn(channel, after);
    channel.returns.set(after, known);
    return known;
  }

  async function readReturn({ roomId, seq, chat }: Channel, after: number): Promise<Buffer> {
    const section = { roomId, after, upTo: seq, authorKeyOf };
    const messages = await readShown(db, { ...section, most: mostOnReturn });
    return encode(String(seq), { messages, removed: await readRemoved(db, { ...section, most: mostRemoved }), chat });
  }

  /** Sends a listener the first event and lets them listen, without anything between the two. */
  async function join(channel: Channel, stream: EventStream, after: number | undefined): Promise<void> {
    // Another process may have been ahead of this one's last tick.
    for (let tries = 0; after !== undefined && after > channel.seq && tries < 2; tries += 1) await tick(channel);
    let event: Buffer;
    let seq: number;
    do {
      ({ seq } = channel);
      event = after === undefined || after > seq ? entryOf(channel) : await returnOf(channel, after);
    } while (seq !== channel.seq);
    stream.send(event);
    channel.streams.add(stream);
  }

  server.addHook('onClose', async () => {
    const open = await Promise.allSettled(channels.values());
    for (const channel of open) if (channel.status === 'fulfilled') clearInterval(channel.value.timer);
  });

  handleStream(server, route, async ({ query, fan, reply }, openStream) => {
    const { room } = await enterChat(db, { roomId: query.roomId, fanId: fan?.id });
    const channel = await channelOf(room.id);
    let stream: EventStream;
    try {
      stream = openStream();
    } catch (error) {
      leave(channel);
      throw error;
    }
    stream.onClose(() => {
      channel.streams.delete(stream);
      leave(channel);
    });
    // A browser that comes back sends the header, with a later id than its address has.
    const header = reply.request.headers['last-event-id'];
    await join(channel, stream, positionOf(typeof header === 'string' ? header : query.lastEventId));
  });
}

function positionOf(eventId: string | undefined): number | undefined {
  return eventId !== undefined && /^\d{1,15}$/.test(eventId) ? Number(eventId) : undefined;
}
