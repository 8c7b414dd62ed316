import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { contract, type Contract, type DataOf, type RouteName } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#/errors.ts';
import { networkOf } from '#/lib/network-of.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import { type Call, callReader, readCaller } from './call.ts';
import { clientAddressOf } from './request-headers.ts';
import { machineClock } from '#/lib/clock.ts';

export type StreamRoute = { [R in RouteName]: Contract[R] extends { readonly streams: true } ? R : never }[RouteName];

/** A listener's open stream of server-sent events. */
export type EventStream = {
  /** Sends encoded events; a listener that cannot keep up is disconnected and reconnects. */
  send(events: Buffer): void;
  /** Ends the stream; the listener may connect again. */
  end(): void;
  /** Calls back once when the stream ends, immediately if the listener has already left. */
  onClose(listener: () => void): void;
};

/** Buffered bytes from which a listener counts as too slow. */
const mostBufferedBytes = 256 * 1024;
/** The most streams of one process; each holds a socket and memory for as long as its listener stays. */
const mostStreams = 20_000;
/** The most of one network: enough for a stadium behind one address, but a script cannot exclude everyone else. */
const mostStreamsOfNetwork = mostStreams / 4;
const heartbeatMs = 20_000;
/** The time between two looks at ended sign-ins. */
const lookMs = 2_000;
/** The time a listener has to read the end of its stream before it is disconnected. */
const endTimeoutMs = 2_000;
/** An event instead of a comment, which browsers hide: the listener detects a dead stream by its absence. */
const heartbeat = Buffer.from('event: beat\ndata:\n\n');

/** Writes the reconnection delay, spread so that not all listeners return at once after a restart. */
function retryLine(): string {
  return `retry: ${1000 + Math.floor(Math.random() * 3000)}\n\n`;
}

/**
 * Serves a call of the contract as server-sent events. The handler may refuse like any other. After it has called `open`,
 * which refuses with OVERLOADED when there are too many streams in all or of one network, the answer is a stream until
 * either side closes it.
 */
export function handleStream<R extends StreamRoute>(
  server: FastifyInstance,
  route: R,
  handler: (call: Call<R>, open: () => EventStream) => Promise<void>,
): void {
  const endpoint: Contract[R] = contract[route];
  const readCall = callReader(endpoint);
  const inTurn = server.connectionTurns({ route, isSafe: true });
  server.get(route.slice('GET '.length), {
    config: { route, rate: 'usual' },
    exposeHeadRoute: false,
    async handler(request, reply) {
      await server.load.whileInFlight(async () => {
        const caller = await readCaller(endpoint, request);
        const call = await readCall(request, reply, caller);
        await inTurn({ request, reply, caller }, () =>
          handler(call, () => openStream(server, reply, request.fan?.signInId)),
        );
      });
      return reply;
    },
  });
}

/** Creates the encoder of a stream's events, so that one encoding serves every listener. */
export function eventEncoder<R extends StreamRoute>(
  server: FastifyInstance,
  route: R,
): (id: string, data: DataOf<Contract[R]>) => Buffer {
  const schema = contract[route].data;
  const { checkHotAnswers } = server.services.settings;
  return (id, data) =>
    Buffer.from(`id: ${id}\ndata: ${JSON.stringify(checkHotAnswers ? schema.parse(data) : data)}\n\n`);
}

function openStream(server: FastifyInstance, reply: FastifyReply, signInId: string | undefined): EventStream {
  const { raw, request } = reply;
  const leave = server.streamPlaces.take(networkOf(clientAddressOf(request)));
  if (!leave) throw new Refusal('OVERLOADED');
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
  /** Runs a callback on the close; a listener who left before the stream opened has already closed it. */
  function onClose(listener: () => void): void {
    if (raw.destroyed) listener();
    else raw.once('close', listener);
  }
  server.streams.set(raw, signInId);
  onClose(() => {
    server.streams.delete(raw);
    leave();
  });
  return {
    send(events) {
      // During the server's close a stream ends before its listener is gone; writing would be an error.
      if (raw.writableEnded) return;
      if (raw.writableLength > mostBufferedBytes) raw.destroy();
      else raw.write(events);
    },
    end: () => end(raw),
    onClose,
  };
}

/** @param factor multiplies the streams of one network, for load tests from one address */
export function placesForStreams(factor: number): StreamPlaces {
  return createStreamPlaces(mostStreams, Math.min(mostStreams, mostStreamsOfNetwork * factor));
}

/** Keeps the streams' connections alive through proxies, and ends them with their sign-ins and before the server closes. */
export function keepStreams(server: FastifyInstance): void {
  const { clock, log } = server.services;
  const beat = () =>
    writeInChunks([...server.streams.keys()], (raw) => {
      // A listener may leave during the round.
      if (!raw.destroyed && !raw.writableEnded) raw.write(heartbeat);
    });
  const beating = clock.every(heartbeatMs, beat, { ref: false });
  const endOfEnded = createSingleFlight(clock, () => endStreamsOfEnded(server));
  const look = () =>
    endOfEnded.current().catch((error: unknown) => log.warn({ err: error }, 'ended sign-ins could not be read'));
  const looking = clock.every(lookMs, look, { ref: false });
  server.addHook('preClose', (done) => {
    beating.cancel();
    looking.cancel();
    for (const raw of server.streams.keys()) raw.end();
    const destroy = () => {
      for (const raw of server.streams.keys()) raw.destroy();
    };
    machineClock.after(endTimeoutMs, destroy, { ref: false });
    done();
  });
}

/** Ends the streams of ended sign-ins; the listener may come back as a visitor. */
async function endStreamsOfEnded({ streams, services }: FastifyInstance): Promise<void> {
  const open = new Set(streams.values().filter((signInId) => signInId !== undefined));
  if (open.size === 0) return;
  const ended = await services.sessions.endedOf([...open]);
  for (const [raw, signInId] of streams) if (signInId !== undefined && ended.has(signInId)) end(raw);
}

function end(raw: ServerResponse): void {
  raw.end();
  // One who no longer reads would keep the connection.
  machineClock.after(endTimeoutMs, () => raw.destroy(), { ref: false });
}

/** Places of streams, limited in all and per network. */
export type StreamPlaces = {
  /**
   * Takes a place; undefined when there is none.
   * @returns a function that gives it back, however often it is called
   */
  take(network: string): (() => void) | undefined;
};

/**
 * @param most places in all
 * @param mostOfNetwork places of one network. A stadium may be behind one address, so it should be a good part of all;
 * others poll the ranking every few seconds instead
 */
export function createStreamPlaces(most: number, mostOfNetwork: number): StreamPlaces {
  const taken = new Map<string, number>();
  let takenByAll = 0;

  function move(network: string, by: 1 | -1): void {
    const left = (taken.get(network) ?? 0) + by;
    takenByAll += by;
    if (left === 0) taken.delete(network);
    else taken.set(network, left);
  }

  return {
    take(network) {
      if (takenByAll >= most || (taken.get(network) ?? 0) >= mostOfNetwork) return undefined;
      move(network, 1);
      let isTaken = true;
      return () => {
        if (isTaken) move(network, -1);
        isTaken = false;
      };
    },
  };
}

/** The number of listeners written to per turn of the event loop. */
const listenersATurn = 200;

/** Runs an action for each of thousands of listeners without blocking other calls. */
export async function writeInChunks<Listener>(
  audience: readonly Listener[],
  tell: (listener: Listener) => void,
): Promise<void> {
  for (let from = 0; from < audience.length; from += listenersATurn) {
    if (from > 0) await nextTurn();
    for (const listener of audience.slice(from, from + listenersATurn)) tell(listener);
  }
}
