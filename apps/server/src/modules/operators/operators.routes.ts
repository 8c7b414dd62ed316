import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { readAuditLog } from './operators.store.ts';

export function operatorRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'GET /operator/api/v1/acts/list', ({ query }) => readAuditLog(db, query));
}
