import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { readInviteRecords } from './invite-records.view.ts';

/** Serves who came by a fan's code. */
export function inviteRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'POST /wallet/api/v1/userExpand/userInviteRecords', ({ fan, body }) =>
    readInviteRecords(db, { fanId: fan.id, ...body }),
  );
}
