import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { readRoom } from '../rooms.view.ts';
import { mediaRoutes } from './media.routes.ts';
import { openPlayback } from './open-playback.ts';
import { createPlayback, type PlaybackServices } from './playback.ts';
import { countPlay } from './plays.store.ts';
import { createBeatTaking } from './take-beat.ts';
import { playsOf } from './viewers.view.ts';

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
