import type { Contract, DataOf } from '@lightstick/contract';
import { LRUCache } from 'lru-cache';
import { classifyFailure } from '#/db/write-failure.ts';
import { Refusal } from '#/errors.ts';
import { createBatchLoader } from '#/lib/batch-loader.ts';
import { createMicroBatcher, QueueFull } from '#/lib/micro-batcher.ts';
import { isWatchable, stateOf } from '../room-state.rules.ts';
import { mayWatch, type Room } from '../rooms.view.ts';
import { type Playback, playbackOf, type PlaybackServices, tokenUntilOf } from './playback.ts';
import { type Beat, readSessions, type Session, writeBeats } from './sessions.store.ts';
import { viewersOf } from './viewers.view.ts';

/** Thousands of players send a beat every 20 seconds, so that reads and writes go in batches. */
const batchMax = 128;
const queueMax = 10_000;
const retryForMs = 5_000;
/** The beats of a room share a count. */
const viewersFreshMs = 5_000;
const mostRooms = 1_000;

type Sent = {
  readonly sessionId: string;
  readonly playing: boolean;
  readonly fanId: number | undefined;
  readonly at: Date;
};

type Answer = DataOf<Contract['POST /jplive/watch']>;

export type BeatTaking = {
  /** Takes a player's beat: presence, watch time by the server's clock, and the next token. */
  take(sent: Sent): Promise<Answer>;
  /** Answers every accepted beat. */
  drain(): Promise<void>;
};

export function createBeatTaking(playback: Playback, { db }: Pick<PlaybackServices, 'db'>): BeatTaking {
  const sessionOf = createBatchLoader((ids: readonly string[]) => readSessions(db, ids), { readers: 2, batchMax });
  const beats = createMicroBatcher<Beat, number | undefined>({
    write: (entries) => writeBeats(db, entries),
    classify: classifyFailure,
    groupOf: () => undefined,
    payerOf: ({ sessionId }) => sessionId,
    writers: 2,
    batchMax,
    queueMax,
    retryForMs,
  });
  const viewers = new LRUCache<string, number, Date>({
    max: mostRooms,
    ttl: viewersFreshMs,
    fetchMethod: async (roomId, _stale, { context: at }) => (await viewersOf(db, [roomId], at)).get(roomId) ?? 0,
  });

  return {
    async take({ sessionId, playing, fanId, at }) {
      const session = await sessionOf(sessionId);
      if (!session || session.fanId !== (fanId ?? null)) throw new Refusal('LIVE_SESSION_UNKNOWN');
      const room = await playback.roomOf(session.roomId);
      if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
      await assertGoesOn(session, room, at);
      const tokenUntil = tokenUntilOf(room, session.isNative, at);
      const watchedMs = await beats
        .submit({ sessionId, isPlaying: playing, at, tokenUntil })
        .catch((error: unknown) => Promise.reject(error instanceof QueueFull ? new Refusal('OVERLOADED') : error));
      // A newer session took over between the read and the write.
      if (watchedMs === undefined) throw new Refusal('LIVE_SESSION_TAKEN');
      return {
        ...playbackOf(playback, room, sessionId, tokenUntil, at),
        state: stateOf(room, at),
        viewers: (await viewers.fetch(room.id, { context: at })) ?? 0,
        watchedSeconds: Math.floor(watchedMs / 1000),
      };
    },
    drain: () => beats.drain(),
  };

  async function assertGoesOn(session: Session, room: Room, at: Date): Promise<void> {
    if (session.isTaken) throw new Refusal('LIVE_SESSION_TAKEN');
    if (!isWatchable(room, at)) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
    const isAdmitted = session.hasTicket
      ? !session.isRefunded
      : await mayWatch(db, room, session.fanId ?? undefined, at);
    if (!isAdmitted) throw new Refusal('LIVE_TICKET_MISSING');
  }
}
