import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { machineClock, type Timer } from '#/lib/clock.ts';

const sweepMs = 50;
/** The time for requests to arrive completely: half of a server's stop time. */
const usualArrivalMs = 15_000;

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Lets the server close as soon as the last request is answered. Otherwise connections that were busy when the close began,
 * and those that browsers open in advance, which Node does not count as idle before their first request, would stay open
 * for over a minute. A request that arrives slowly, or never, is given up: Node's own limits end when the close begins.
 */
export function closeIdleConnectionsWhenClosing(server: FastifyInstance, arrivalMs = usualArrivalMs): void {
  const connections = new Set<Socket>();
  const newest = new WeakMap<Socket, Exchange>();
  server.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.server.on('request', (request, response) => newest.set(request.socket, { request, response }));

  let timer: Timer | undefined;
  server.addHook('preClose', (done) => {
    const arrivedByMs = machineClock.monotonicMs() + arrivalMs;
    timer = machineClock.every(sweepMs, () => {
      server.server.closeIdleConnections();
      const isLate = machineClock.monotonicMs() > arrivedByMs;
      for (const socket of connections) {
        if (socket.bytesRead === 0 || (isLate && !isAtWork(newest.get(socket)))) socket.destroy();
      }
    });
    done();
  });
  server.addHook('onClose', () => timer?.cancel());
}

/** Returns whether a request has arrived completely and is unanswered. */
function isAtWork(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && exchange.request.complete && !exchange.response.writableEnded;
}
