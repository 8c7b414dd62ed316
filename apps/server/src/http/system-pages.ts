import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { shareReading } from '#/shared-reading.ts';

/** For whoever runs the server: is it alive, may it be sent fans, and how is it doing. */
export function systemPages(server: FastifyInstance): void {
  const { health, metrics, settings } = server.services;
  const headers = { ...server.apiHeaders, 'cache-control': 'no-store' };
  const failingNow = shareReading(() => health.failing());

  server.get('/healthz', (_request, reply) => reply.headers(headers).send({ status: 'alive' }));

  server.get('/readyz', async (_request, reply) => {
    // Whoever asks without end costs the database two questions a second.
    const failing = health.isShuttingDown ? await health.failing() : await failingNow.current();
    return reply
      .code(failing.length === 0 ? 200 : 503)
      .headers(headers)
      .send({ status: failing.length === 0 ? 'ready' : 'not ready', failing });
  });

  const { metricsToken } = settings;
  // Without a token metrics are only to be had at METRICS_PORT, which is not shown to the world.
  if (metricsToken === undefined) return;
  server.get('/metrics', async (request, reply) => {
    reply.headers(headers);
    if (!isBearer(request.headers.authorization, metricsToken)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('A bearer token is needed.\n');
    }
    return reply.type(metrics.shown.contentType).send(await metrics.shown.metrics());
  });
}

/** Compares hashes, which are of equal length, so that the time taken tells nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
