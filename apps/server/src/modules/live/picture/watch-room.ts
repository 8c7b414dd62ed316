import { randomBytes } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import { LRUCache } from 'lru-cache';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { classifyFailure } from '#/db/retry.ts';
import { createBatchLoader } from '#/lib/shared-reads.ts';
import { forAllCalls } from '#/lib/turns.ts';
import { freshFor } from '#/lib/cache-options.ts';
import { createMicroBatcher, QueueFull } from '#/lib/micro-batcher.ts';
import { machineClock } from '#/lib/clock.ts';
import { isWatchable, stateOf } from '../room-state.rules.ts';
import { mayWatch, readRoom, type Room, viewersOf } from '../rooms.view.ts';
import { assertHasPicture, type Playback, playbackOf, type PlaybackServices, tokenUntilOf } from './playback.ts';
import { nameSession, type PlayerSession, readSessionName } from './playback-token.ts';
import { openSession, type Beat, readSessions, type Session, writeBeats } from './sessions.store.ts';
import { type VisitorBeat, writeVisitors } from './viewers.store.ts';

type WatchRequest = {
  readonly streamName: string;
  readonly native: boolean;
  readonly fan: Fan | undefined;
  readonly address: string;
  readonly at: Date;
};

type OpenedSession = DataOf<Contract['POST /activity/api/v1/jplive/token']>;

const visitorIdBytes = 16;

/** Opens a session of a room that is on air or can be watched again. It takes over from the ticket's session before. */
export async function openPlayback(
  playback: Playback,
  services: Pick<PlaybackServices, 'db' | 'log' | 'settings'>,
  wish: WatchRequest,
): Promise<OpenedSession> {
  const { db } = services;
  const { streamName, fan, at } = wish;
  const room = await readRoom(db, { streamName });
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  if (!isWatchable(room, at)) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
  if (!(await mayWatch(db, room, fan?.id, at))) throw new Refusal('LIVE_TICKET_MISSING');
  await assertHasPicture(playback, room, { ...services, at });
  const tokenUntil = tokenUntilOf(room, wish.native, at);
  if (!fan) return openForVisitor(playback, room, tokenUntil, at);
  const network = playback.networkKeyOf(wish.address);
  const session = await transactionWithRetry(db, (tx) =>
    openSession(tx, { roomId: room.id, fan, network, isNative: wish.native, at, tokenUntil }),
  );
  const sessionId = nameSession(session);
  return { ...playbackOf(playback, room, sessionId, tokenUntil, at), sessionId };
}

/** Opens a free room for a visitor. Nothing of a visitor is written before they watch. */
function openForVisitor(playback: Playback, room: Room, tokenUntil: Date, at: Date): OpenedSession {
  const visitor = { roomId: room.id, sessionId: randomBytes(visitorIdBytes).toString('base64url') };
  return {
    ...playbackOf(playback, room, visitor.sessionId, tokenUntil, at),
    sessionId: playback.tokens.nameVisitor(visitor),
  };
}

/** Thousands of players send a beat every 20 seconds, so that reads and writes go in batches. */
const batchMax = 128;
const queueMax = 10_000;
const retryForMs = 5_000;
/** The beats of a room share a count. */
const viewersFreshMs = 5_000;
const mostRooms = 1_000;

type SentBeat = {
  readonly sessionId: string;
  readonly playing: boolean;
  readonly fanId: number | undefined;
  readonly address: string;
  readonly at: Date;
};

type BeatAnswer = DataOf<Contract['POST /activity/api/v1/jplive/watch']>;

export type BeatTaking = {
  /** Takes a player's beat: presence, watch time by the server's clock, and the next token. */
  take(sent: SentBeat): Promise<BeatAnswer>;
  /** Answers every accepted beat. */
  drain(): Promise<void>;
};

const inBatches = {
  classify: classifyFailure,
  groupOf: () => undefined,
  writers: 2,
  batchMax,
  queueMax,
  retryForMs,
  timing: machineClock,
} as const;

export function createBeatTaking(playback: Playback, services: Pick<PlaybackServices, 'db' | 'clock'>): BeatTaking {
  const { db } = services;
  const sessionOf = createBatchLoader((ids: readonly string[]) => readSessions(db, ids), { readers: 2, batchMax });
  const beats = createMicroBatcher<Beat, number | undefined>({
    ...inBatches,
    write: (entries) => forAllCalls(() => writeBeats(db, entries)),
    payerOf: ({ session }) => session.id,
  });
  const visitors = createMicroBatcher<VisitorBeat, undefined>({
    ...inBatches,
    async write(entries) {
      await forAllCalls(() => writeVisitors(db, entries));
      return entries.map(() => undefined);
    },
    payerOf: ({ sessionId }) => sessionId,
  });
  const viewers = keepViewers(services);

  return {
    take: (sent) => takeOfFan(sent) ?? takeOfVisitor(sent),
    async drain() {
      await Promise.all([beats.drain(), visitors.drain()]);
    },
  };

  /** Returns the place of a fan; undefined for a visitor's session. */
  function takeOfFan(sent: SentBeat): Promise<BeatAnswer> | undefined {
    const named = readSessionName(sent.sessionId);
    return named && takeOfSession(named, sent);
  }

  async function takeOfSession(named: PlayerSession, { sessionId, playing, fanId, at }: SentBeat): Promise<BeatAnswer> {
    const session = await sessionOf(named.id);
    if (!session || session.fanId !== fanId) throw new Refusal('LIVE_SESSION_UNKNOWN');
    const room = await roomOf(session.roomId);
    await assertGoesOn(session, room, at);
    if (session.opening > named.opening) throw new Refusal('LIVE_SESSION_TAKEN');
    const tokenUntil = tokenUntilOf(room, session.isNative, at);
    const watchedMs = await beats.submit({ session: named, isPlaying: playing, at, tokenUntil }).catch(throwAsRefusal);
    // A newer session took over between the read and the write.
    if (watchedMs === undefined) throw new Refusal('LIVE_SESSION_TAKEN');
    const watchedSeconds = Math.floor(watchedMs / 1000);
    return { ...playbackOf(playback, room, sessionId, tokenUntil, at), ...(await stateNow(room, at)), watchedSeconds };
  }

  async function takeOfVisitor({ sessionId, playing, address, at }: SentBeat): Promise<BeatAnswer> {
    const visitor = playback.tokens.readVisitor(sessionId);
    if (!visitor) throw new Refusal('LIVE_SESSION_UNKNOWN');
    const room = await roomOf(visitor.roomId);
    if (!isWatchable(room, at)) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
    if (room.price > 0) throw new Refusal('LIVE_TICKET_MISSING');
    const beat = { ...visitor, network: playback.networkKeyOf(address), isPlaying: playing, at };
    await visitors.submit(beat).catch(throwAsRefusal);
    const until = tokenUntilOf(room, false, at);
    const given = playbackOf(playback, room, visitor.sessionId, until, at);
    return { ...given, ...(await stateNow(room, at)), watchedSeconds: 0 };
  }

  async function stateNow(room: Room, at: Date): Promise<Pick<BeatAnswer, 'state' | 'viewers'>> {
    return { state: stateOf(room, at), viewers: (await viewers.fetch(room.id, { context: at })) ?? 0 };
  }

  async function roomOf(roomId: string): Promise<Room> {
    const room = await playback.roomOf(roomId);
    if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
    return room;
  }

  async function assertGoesOn({ end, fanId, hasTicket }: Session, room: Room, at: Date): Promise<void> {
    if (!isWatchable(room, at)) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
    if (end) throw new Refusal(end);
    if (!hasTicket && !(await mayWatch(db, room, fanId, at))) throw new Refusal('LIVE_TICKET_MISSING');
  }
}

/** Keeps the viewers of each room, counted once for all beats of some seconds. */
function keepViewers({ db, clock }: Pick<PlaybackServices, 'db' | 'clock'>): LRUCache<string, number, Date> {
  return new LRUCache<string, number, Date>({
    max: mostRooms,
    ...freshFor(clock, viewersFreshMs),
    fetchMethod: (roomId, _stale, { context: at }) =>
      forAllCalls(async () => (await viewersOf(db, [roomId], at)).get(roomId) ?? 0),
  });
}

function throwAsRefusal(error: unknown): never {
  throw error instanceof QueueFull ? new Refusal('OVERLOADED') : error;
}
