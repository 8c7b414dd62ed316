import type { FastifyInstance } from 'fastify';

const sweepMs = 50;

/**
 * Lets the server close as soon as the last request is answered. Connections that were busy when closing began fall idle
 * later and would be kept for the clients' next requests, for more than a minute.
 */
export function closeIdleConnectionsWhenClosing(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  server.addHook('preClose', (done) => {
    timer = setInterval(() => server.server.closeIdleConnections(), sweepMs);
    done();
  });
  server.addHook('onClose', () => clearInterval(timer));
}
