import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { createBroadcastFiles } from './broadcast/broadcast-files.ts';
import { rtmpRoutes, studioRoutes } from './broadcast/broadcast.routes.ts';
import { buyTicket } from './sell-tickets.ts';
import { readHostedRooms, readRooms, showRoom, readManagedRooms } from './listed-rooms.view.ts';
import { appoint, cancelRoom, closeRoom, createRoom, openRoom, rotateKey } from './manage-rooms.ts';
import type { PlaybackServices } from './picture/playback.ts';
import { playbackRoutes } from './picture/playback.routes.ts';
import { setReminder } from './remind.ts';

export function liveRoutes(server: FastifyInstance, services: PlaybackServices): void {
  const { db } = services;
  playbackRoutes(server, services);
  const files = createBroadcastFiles(services.settings);
  studioRoutes(server, services, files);
  rtmpRoutes(server, services, files);

  handle(server, 'GET /activity/api/v1/jplive/rooms', ({ fan, query, language, receivedAt: at }) =>
    readRooms(db, { fanId: fan?.id, language, at }, query),
  );

  handle(server, 'GET /activity/api/v1/jplive/room', ({ fan, query, language, receivedAt: at }) =>
    showRoom(db, { fanId: fan?.id, language, at }, query.roomId),
  );

  handleOnce(
    server,
    'POST /activity/api/v1/jplive/ticket/buy',
    (tx, { fan, body, idempotencyKey: key, receivedAt }) => buyTicket(tx, { fanId: fan.id, ...body, key, receivedAt }),
    { lock: ({ body }) => `seats of ${body.roomId}` },
  );

  handle(server, 'POST /activity/api/v1/jplive/remind', ({ fan, body, receivedAt: at }) =>
    setReminder(db, { fanId: fan.id, ...body, at }),
  );

  handle(server, 'GET /activity/api/v1/jplive/studio/rooms', ({ fan, language, receivedAt: at }) =>
    readHostedRooms(db, { fanId: fan.id, language, at }),
  );

  operatorLiveRoutes(server, services);
}

function operatorLiveRoutes(server: FastifyInstance, { db, settings }: PlaybackServices): void {
  handle(server, 'GET /operator/api/v1/live/list', ({ query, language, receivedAt: at }) =>
    readManagedRooms(db, { ...query, language, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/live/create', (tx, { body, operator, language, receivedAt: at }) =>
    createRoom(tx, { ...body, operator, language, at }, settings),
  );

  handleOnce(server, 'POST /operator/api/v1/live/open', (tx, { body, operator, language, receivedAt: at }) =>
    openRoom(tx, { ...body, operator, language, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/live/close', (tx, { body, operator, language, receivedAt: at }) =>
    closeRoom(tx, { ...body, operator, language, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/live/cancel', (tx, { body, operator, language, receivedAt: at }) =>
    cancelRoom(tx, { ...body, operator, language, at }),
  );

  handle(server, 'POST /operator/api/v1/live/rotateKey', ({ body, operator, language, receivedAt: at }) =>
    db.transaction().execute((tx) => rotateKey(tx, { ...body, operator, language, at }, settings)),
  );

  handleOnce(server, 'POST /operator/api/v1/live/appoint', (tx, { body, operator, language, receivedAt: at }) =>
    appoint(tx, { ...body, operator, language, at }),
  );
}
