import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepMs = 50;
/** What requests that are still arriving have to come in whole: half of what a server has to stop. */
const usualArrivalMs = 15_000;

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Lets the server close as soon as the last request is answered. Connections that were busy when closing began fall idle
 * later and would be kept for the clients' next requests, for more than a minute; so would those that browsers open ahead
 * of need, which Node does not count as idle before their first request. A request that comes in slowly, or never, is given
 * up after a while: Node's own limits on it end when closing begins.
 */
export function closeIdleConnectionsWhenClosing(server: FastifyInstance, arrivalMs = usualArrivalMs): void {
  const connections = new Set<Socket>();
  const newest = new WeakMap<Socket, Exchange>();
  server.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.server.on('request', (request, response) => newest.set(request.socket, { request, response }));

  let timer: NodeJS.Timeout | undefined;
  server.addHook('preClose', (done) => {
    const arrivedByMs = performance.now() + arrivalMs;
    timer = setInterval(() => {
      server.server.closeIdleConnections();
      const isLate = performance.now() > arrivedByMs;
      for (const socket of connections) {
        if (socket.bytesRead === 0 || (isLate && !isAtWork(newest.get(socket)))) socket.destroy();
      }
    }, sweepMs);
    done();
  });
  server.addHook('onClose', () => clearInterval(timer));
}

/** Whether a request has come in whole and is still to be answered. */
function isAtWork(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && exchange.request.complete && !exchange.response.writableEnded;
}
