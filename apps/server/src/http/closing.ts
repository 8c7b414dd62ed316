import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepMs = 50;

/**
 * Lets the server close as soon as the last request is answered. Connections that were busy when closing began fall idle
 * later and would be kept for the clients' next requests, for more than a minute; so would those that browsers open ahead
 * of need, which Node does not count as idle before their first request.
 */
export function closeIdleConnectionsWhenClosing(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  server.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));

  let timer: NodeJS.Timeout | undefined;
  server.addHook('preClose', (done) => {
    timer = setInterval(() => {
      server.server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, sweepMs);
    done();
  });
  server.addHook('onClose', () => clearInterval(timer));
}
