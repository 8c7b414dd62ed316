import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { publicConfig } from './public-config.ts';

/** The election that the home screen opens with, if there is any. */
export type CurrentActivityId = (at: Date) => Promise<string | null>;

/** Serves what every client asks first. */
export function systemRoutes(server: FastifyInstance, currentActivityId: CurrentActivityId): void {
  const { settings } = server.services;
  handle(server, 'GET /config', async ({ receivedAt }) => publicConfig(settings, await currentActivityId(receivedAt)), {
    cacheControl: 'public, max-age=30',
  });
}
