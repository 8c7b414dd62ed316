import { contract, type Contract, type DataOf, type RouteName } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#/errors.ts';
import { type Call, callReader } from './call.ts';

export type StreamRoute = { [R in RouteName]: Contract[R] extends { readonly streams: true } ? R : never }[RouteName];

/** One listener's open stream of server-sent events. */
export type EventStream = {
  /** Sends encoded events; a listener that cannot keep up is cut off and comes back by itself. */
  send(events: Buffer): void;
  /** Calls back once when the stream is over, at once if its listener has left already. */
  onClose(listener: () => void): void;
};

/** What a listener may have waiting before it counts as too slow. */
const mostBufferedBytes = 1024 * 1024;
/** Streams of one process at most: each holds a socket and some memory for as long as its listener likes. */
const mostStreams = 20_000;
const heartbeatMs = 20_000;
const heartbeat = Buffer.from(':\n\n');

/** How long a browser waits before it comes back, spread so that all listeners do not come at once after a restart. */
function retryLine(): string {
  return `retry: ${1000 + Math.floor(Math.random() * 3000)}\n\n`;
}

/**
 * Serves a call of the contract as server-sent events. The handler may refuse as any other; once it has called `open`,
 * which refuses with OVERLOADED when there are too many, the answer is a stream that lives until either side closes it.
 */
export function handleStream<R extends StreamRoute>(
  server: FastifyInstance,
  route: R,
  handler: (call: Call<R>, open: () => EventStream) => Promise<void>,
): void {
  const readCall = callReader<Contract[R]>(contract[route]);
  server.get(route.slice('GET '.length), {
    config: { route, rate: 'usual' },
    async handler(request, reply) {
      await server.load.whileInFlight(async () => {
        const call = await readCall(request, reply);
        await handler(call, () => openStream(server, reply));
      });
      return reply;
    },
  });
}

/** Makes the encoder of a stream's events, so that one encoding serves every listener. */
export function eventEncoder<R extends StreamRoute>(
  server: FastifyInstance,
  route: R,
): (id: number, data: DataOf<Contract[R]>) => Buffer {
  const schema = contract[route].data;
  const { checkHotAnswers } = server.services.settings;
  return (id, data) =>
    Buffer.from(`id: ${id}\ndata: ${JSON.stringify(checkHotAnswers ? schema.parse(data) : data)}\n\n`);
}

function openStream(server: FastifyInstance, reply: FastifyReply): EventStream {
  const { raw, request } = reply;
  if (server.streams.size >= mostStreams) throw new Refusal('OVERLOADED');
  reply.hijack();
  request.isStream = true;
  raw.writeHead(200, {
    ...server.apiHeaders,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  raw.write(retryLine());
  /** A listener who left before the stream was open has closed it already, and will not do so again. */
  function onClose(listener: () => void): void {
    if (raw.destroyed) listener();
    else raw.once('close', listener);
  }
  server.streams.add(raw);
  onClose(() => server.streams.delete(raw));
  return {
    send(events) {
      if (raw.writableLength > mostBufferedBytes) raw.destroy();
      else raw.write(events);
    },
    onClose,
  };
}

/** Keeps the streams' connections alive through proxies, and ends them all before the server closes. */
export function keepStreams(server: FastifyInstance): void {
  const timer = setInterval(() => {
    for (const raw of server.streams) raw.write(heartbeat);
  }, heartbeatMs);
  timer.unref();
  server.addHook('preClose', (done) => {
    clearInterval(timer);
    for (const raw of server.streams) raw.end();
    done();
  });
}
