import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { readActs } from './acts.view.ts';

/** Serves what operators have done. */
export function operatorRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'GET /operator/api/v1/acts/list', ({ query }) => readActs(db, query));
}
