import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { writeError } from '#/http/error-reply.ts';
import { createBatchLoader } from '#/lib/shared-reads.ts';
import { freshFor } from '#/lib/cache-options.ts';
import { roomFor } from '#/lib/cache-options.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import type { Services } from '#/services.ts';
import { readRoom, isBroadcast, type Room, playsOf } from '../rooms.view.ts';
import { openPlayback, createBeatTaking } from './watch-room.ts';
import { createPlayback, type PlaybackServices, type Playback } from './playback.ts';
import { countPlay } from './viewers.store.ts';
import { isWatchable, stateOf } from '../room-state.rules.ts';
import { mediaPath, readSessionName, type PlayerSession } from './playback-token.ts';
import {
  completeAt,
  livePlaylist,
  mainPlaylist,
  type Rendition,
  replayPlaylist,
  type Schedule,
} from './playlist.rules.ts';
import type { Recording } from './recording.ts';
import { type EndingSession, type EndReason, readChangedSessions, readSessions } from './sessions.store.ts';

export function playbackRoutes(server: FastifyInstance, services: PlaybackServices): void {
  const { db } = services;
  const playback = createPlayback(services);
  const beats = createBeatTaking(playback, services);
  server.addHook('onClose', () => beats.drain());

  handle(server, 'POST /activity/api/v1/jplive/token', ({ fan, body, address, receivedAt: at }) =>
    openPlayback(playback, services, { ...body, fan, address, at }),
  );

  handle(server, 'POST /activity/api/v1/jplive/watch', ({ fan, body, address, receivedAt: at }) =>
    beats.take({ ...body, fanId: fan?.id, address, at }),
  );

  handle(server, 'POST /activity/api/v1/jplive/statistics/play_count', async ({ fan, body, receivedAt: at }) => {
    const room = await readRoom(db, body);
    if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
    const counted = fan !== undefined && (await countPlay(db, { roomId: room.id, fanId: fan.id, at }));
    return { counted, plays: (await playsOf(db, [room.id])).get(room.id) ?? 0 };
  });

  mediaRoutes(server, playback, services);
}

const playlistHeaders = { 'cache-control': 'private, no-store', 'content-type': 'application/vnd.apple.mpegurl' };
/** Private, because who may see a file is in its address. */
const fileHeaders = { 'cache-control': 'private, max-age=86400, immutable' };

/**
 * Serves playlists and segments below addresses with a token. The address is a secret and is logged by its pattern only.
 */
function mediaRoutes(server: FastifyInstance, playback: Playback, services: PlaybackServices): void {
  const { clock } = services;
  const sessions = createSessionWatch(services);

  async function admit(token: string): Promise<Room> {
    const read = playback.tokens.read(token);
    if (!read || read.expiresAt <= clock.now()) throw new Refusal('LIVE_SESSION_UNKNOWN');
    const room = await playback.roomOf(read.roomId);
    if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
    const session = readSessionName(read.sessionId);
    const reason = session ? await sessions.endOf(session) : room.price > 0 && 'LIVE_SESSION_UNKNOWN';
    if (reason) throw new Refusal(reason);
    return room;
  }

  server.get(`${mediaPath}/:token/*`, { config: { rate: 'media' } }, async (request, reply) => {
    const { token, '*': name } = request.params as { token: string; '*': string };
    try {
      const room = await admit(token);
      return await (isBroadcast(room) ? answerBroadcast : answer)(playback, room, name, reply);
    } catch (error) {
      if (error instanceof Refusal) return refuse(error, request, reply);
      throw error;
    }
  });
}

/** Players understand statuses, and show the reason of the body. */
function refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = writeError(refusal, request, reply);
  return reply.code(403).send(body);
}

/** What an address below the token asks for. */
const playlistFile = /(?<index>index)\.m3u8|(?<playlist>picture)\.m3u8|captions-(?<captions>\w+)\.m3u8/;
const segmentFile = /(?<init>init)\.mp4|(?<picture>\d{1,10})\.m4s|(?<cues>\d{1,10})-(?<language>\w+)\.vtt/;
const fileName = new RegExp(`^(?<replay>replay/)?(?:${playlistFile.source}|${segmentFile.source})$`);

async function answer(playback: Playback, room: Room, name: string, reply: FastifyReply): Promise<FastifyReply> {
  const { groups } = fileName.exec(name) ?? {};
  const { recordings } = playback;
  const { recordingId } = room;
  const recording = recordingId === null ? undefined : await recordings.find(recordingId);
  if (!groups || recordingId === null || !recording) return notFound(reply);
  const at = await playback.agreedTime();
  const isReplay = groups['replay'] !== undefined;
  const schedule = scheduleOf(room, recording, isReplay, at);
  reply.headers(reply.server.apiHeaders);
  const language = groups['captions'] ?? groups['language'];
  const rendition = renditionOf(recording, language);
  if (rendition === undefined) return notFound(reply);
  if (groups['index'] !== undefined && recording.captions.length > 0) {
    return reply.headers(playlistHeaders).send(mainPlaylist(recording));
  }
  if ((groups['index'] ?? groups['playlist'] ?? groups['captions']) !== undefined) {
    const playlist = isReplay
      ? replayPlaylist(recording, schedule, rendition)
      : livePlaylist(recording, schedule, at, rendition);
    return reply.headers(playlistHeaders).send(playlist);
  }
  if (groups['init'] !== undefined) {
    return reply
      .headers(fileHeaders)
      .type('video/mp4')
      .send(await recordings.initialisation(recordingId));
  }
  const segment = Number(groups['picture'] ?? groups['cues']);
  // Segments that are not yet on air are refused.
  const { complete } = completeAt(recording, schedule, at);
  if (segment >= complete) return notFound(reply);
  return reply
    .headers(fileHeaders)
    .type(rendition === 'picture' ? 'video/mp4' : 'text/vtt; charset=utf-8')
    .send(await recordings.segment(recordingId, rendition, segment));
}

/** What an address of a room that is broadcast asks for. */
const broadcastName =
  /^(?<replay>replay\/)?(?:(?<playlist>index\.m3u8)|(?<file>(?:init-\d{1,15}\.mp4|\d{1,7}\.(?:m4s|ts))))$/;
const fileTypes: Readonly<Record<string, string>> = { mp4: 'video/mp4', m4s: 'video/mp4', ts: 'video/mp2t' };

async function answerBroadcast(
  { broadcasts, agreedTime }: Playback,
  room: Room,
  name: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { groups } = broadcastName.exec(name) ?? {};
  if (!groups) return notFound(reply);
  const at = await agreedTime();
  const isReplay = groups['replay'] !== undefined;
  assertShown(room, isReplay, at);
  reply.headers(reply.server.apiHeaders);
  const { file } = groups;
  if (file === undefined) {
    const playlist = await broadcasts.playlist(room, { isReplay, isOver: stateOf(room, at) === 'over' });
    // Another process has heard of the first segment already, and this one will in a moment.
    return playlist === undefined ? reply.code(503).send() : reply.headers(playlistHeaders).send(playlist);
  }
  const bytes = await broadcasts.file(room.id, file);
  if (!bytes) return notFound(reply);
  return reply
    .headers(fileHeaders)
    .type(fileTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .send(bytes);
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function renditionOf({ captions }: Recording, language: string | undefined): Rendition | undefined {
  return language === undefined ? 'picture' : captions.find((known) => known === language);
}

/**
 * Asserts that a room shows its picture. It does while it is on air, and to tokens of that time a little longer, so
 * that players learn of the end. Throws Refusal LIVE_ROOM_NOT_ON_AIR.
 */
function assertShown(room: Room, isReplay: boolean, at: Date): void {
  const state = stateOf(room, at);
  const isShown = isReplay ? state === 'over' && isWatchable(room, at) : state === 'onAir' || state === 'over';
  if (!isShown) throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
}

function scheduleOf(room: Room, { isLoop }: Recording, isReplay: boolean, at: Date): Schedule {
  assertShown(room, isReplay, at);
  return { opensAt: room.opensAt, closesAt: room.closesAt, isLooped: isLoop && !isReplay };
}

/** With the polling of players, every four seconds at most, an ended session stops within eight. */
const changesFreshMs = 3_000;
/** A process remembers the sessions that asked last, and reads the others again. */
const mostSessions = 50_000;
const rememberMs = 60_000;
/** Changes are read again for so long: clocks of processes differ, and a transaction commits later than its time. */
const overlapMs = 60_000;

export type SessionWatch = {
  /**
   * Returns why a session may no longer watch. While the database is away, known ends hold, and unknown sessions may
   * watch.
   */
  endOf(session: PlayerSession): Promise<EndReason | undefined>;
};

/**
 * Knows which sessions have ended, without a query for each request: a session is read when it asks for the first time, and
 * then only what has changed is read, every few seconds for all together.
 */
function createSessionWatch({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): SessionWatch {
  const known = new LRUCache<string, EndingSession | 'gone'>({
    ...roomFor(mostSessions),
    ...freshFor(clock, rememberMs),
  });
  const read = createBatchLoader((ids: readonly string[]) => readSessions(db, ids), { readers: 2, batchMax: 200 });
  const changes = createSingleFlight(
    clock,
    async () => {
      const since = new Date(clock.now().getTime() - overlapMs);
      for (const ending of await readChangedSessions(db, since)) {
        if (known.has(ending.id)) known.set(ending.id, ending);
      }
    },
    changesFreshMs,
  );

  async function find({ id, opening }: PlayerSession): Promise<EndingSession | 'gone'> {
    const remembered = known.get(id);
    // Another process has opened it since.
    const isOld = typeof remembered === 'object' && remembered.opening < opening;
    if (remembered && !isOld) return remembered;
    const found = (await read(id)) ?? 'gone';
    known.set(id, found);
    return found;
  }

  return {
    async endOf(session) {
      const { id, opening } = session;
      try {
        // Only what is remembered can have changed since.
        if (known.has(id)) await changes.current();
      } catch (error) {
        log.error({ err: error }, 'ended sessions could not be read');
      }
      const found = await find(session).catch((error: unknown) => {
        log.error({ err: error }, 'a session could not be read');
        return undefined;
      });
      if (found === undefined) return undefined;
      if (found === 'gone') return 'LIVE_SESSION_UNKNOWN';
      return found.end ?? (found.opening > opening ? 'LIVE_SESSION_TAKEN' : undefined);
    },
  };
}
