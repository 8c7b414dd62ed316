import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#/errors.ts';
import { writeError } from '#/http/error-reply.ts';
import { isWatchable, stateOf } from '../room-state.rules.ts';
import { isBroadcast, type Room } from '../rooms.view.ts';
import { mediaPath, readSessionName } from './playback-token.ts';
import type { Playback, PlaybackServices } from './playback.ts';
import {
  completeAt,
  livePlaylist,
  mainPlaylist,
  type Rendition,
  replayPlaylist,
  type Schedule,
} from './playlist.rules.ts';
import type { Recording } from './recording.ts';
import { createSessionWatch } from './session-watch.ts';

const playlistHeaders = { 'cache-control': 'private, no-store', 'content-type': 'application/vnd.apple.mpegurl' };
/** Private, because who may see a file is in its address. */
const fileHeaders = { 'cache-control': 'private, max-age=86400, immutable' };

/**
 * Serves playlists and segments below addresses with a token. The address is a secret and is logged by its pattern only.
 */
export function mediaRoutes(server: FastifyInstance, playback: Playback, services: PlaybackServices): void {
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
const fileName =
  /^(?<replay>replay\/)?(?:(?<index>index)\.m3u8|(?<playlist>picture)\.m3u8|captions-(?<captions>\w+)\.m3u8|(?<init>init)\.mp4|(?<picture>\d{1,10})\.m4s|(?<cues>\d{1,10})-(?<language>\w+)\.vtt)$/;

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
 * A room shows its picture while it is on air, and to tokens of that time a little longer, so that players hear of the
 * end. Throws Refusal LIVE_ROOM_NOT_ON_AIR for anything else.
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
