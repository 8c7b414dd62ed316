import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { buyTicket } from './buy-ticket.ts';
import { readRooms, showRoom } from './list-rooms.ts';

export function liveRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'GET /jplive/rooms', ({ fan, query, language, receivedAt: at }) =>
    readRooms(db, { fanId: fan?.id, language, at }, query),
  );

  handle(server, 'GET /jplive/room', ({ fan, query, language, receivedAt: at }) =>
    showRoom(db, { fanId: fan?.id, language, at }, query.roomId),
  );

  handleOnce(server, 'POST /jplive/ticket/buy', (tx, { fan, body, idempotencyKey: key, receivedAt }) =>
    buyTicket(tx, { fanId: fan.id, ...body, key, receivedAt }),
  );
}
