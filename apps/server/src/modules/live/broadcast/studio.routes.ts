import { contract, type ErrorName, mostUploadedSegmentBytes, segmentUploadPath } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { readCaller } from '#/http/call.ts';
import { limitConcurrency } from '#/http/concurrency-limit.ts';
import { writeError } from '#/http/error-reply.ts';
import { handle } from '#/http/handle.ts';
import { createSemaphore } from '#/lib/semaphore.ts';
import type { Services } from '#/services.ts';
import type { BroadcastFiles } from './broadcast-files.ts';
import { startBroadcast, stopBroadcast } from './host-broadcast.ts';
import { assertIsOpen, takeSegment } from './take-segment.ts';

/** Segments that are written at once, each under the lock of its broadcast. */
const mostAtOnce = 50;
/** A browser sends one at a time, and again what was lost. */
const mostOfFan = 3;

/** Senders tell what helps by the status: a conflict is final, and a broadcast that ended needs a new one. */
const statusOfRefusal: Readonly<Partial<Record<ErrorName, number>>> = {
  LIVE_BROADCAST_NOT_FOUND: 404,
  LIVE_BROADCAST_ENDED: 409,
  LIVE_NOT_HOST: 403,
  LIVE_SEGMENT_REFUSED: 422,
};

type StudioServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/** Hosts broadcast from their browsers: two calls, and the segments between them, which are no calls of the contract. */
export function studioRoutes(server: FastifyInstance, services: StudioServices, files: BroadcastFiles): void {
  const { db, clock, settings } = services;
  const ofFan = limitConcurrency(settings.rateLimitFactor, { mostAtOnce: mostOfFan });
  const withPlace = createSemaphore(mostAtOnce, 0);
  const inTurn = server.connectionTurns({ route: `POST ${segmentUploadPath}`, isSafe: false });

  handle(server, 'POST /activity/api/v1/jplive/studio/start', ({ fan, body, receivedAt: at }) =>
    transactionWithRetry(db, (tx) => startBroadcast(tx, { ...body, fanId: fan.id, at })),
  );

  handle(server, 'POST /activity/api/v1/jplive/studio/stop', ({ fan, body, language, receivedAt: at }) =>
    transactionWithRetry(db, (tx) => stopBroadcast(tx, { ...body, fanId: fan.id, language, at })),
  );

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await readCaller(contract['POST /activity/api/v1/jplive/studio/start'], request);
    const { fan } = caller;
    if (!fan) throw new Refusal('UNAUTHENTICATED');
    const { broadcastId, part } = request.params as { broadcastId: string; part: string };
    if (!/^\d{1,15}$/.test(broadcastId) || !/^(init|\d{1,7})$/.test(part)) throw new Refusal('NOT_FOUND');
    const sender = { broadcastId: Number(broadcastId), fanId: fan.id };
    await ofFan(fan, async () => {
      // Before the body is read: only hosts on air may fill memory.
      await inTurn({ request, reply, caller }, () => assertIsOpen(db, sender));
      const bytes = await readSegment(request);
      const sent = { ...sender, part: part === 'init' ? part : Number(part), bytes, at: clock.now() } as const;
      await withPlace(() => inTurn({ request, reply, caller }, () => takeSegment({ db, files }, sent)));
    });
  }

  void server.register((uploads, _options, done) => {
    uploads.removeAllContentTypeParsers();
    // Bodies are read when it is known whose they are.
    uploads.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    uploads.setErrorHandler(refuse);
    const url = `${segmentUploadPath}/:broadcastId/:part`;
    uploads.put(url, { config: { route: `PUT ${url}`, rate: 'usual' } }, async (request, reply) => {
      await take(request, reply);
      return reply
        .code(204)
        .headers({ ...server.apiHeaders, 'cache-control': 'no-store', 'x-request-id': request.id })
        .send();
    });
    done();
  });
}

/** @throws Refusal LIVE_SEGMENT_REFUSED for another type, or more bytes than a segment has */
async function readSegment({ headers, raw }: FastifyRequest): Promise<Buffer> {
  if (headers['content-type'] !== 'video/mp4') {
    throw wrong('its Content-Type must be video/mp4', 'Content-Type 必須是 video/mp4');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostUploadedSegmentBytes) throw wrong(`it is larger than ${megabytes} MB`, `超過 ${megabytes} MB`);
      chunks.push(chunk);
    }
  } catch (error) {
    // A sender whose network is gone is no fault of the server.
    throw error instanceof Refusal ? error : Object.assign(error as Error, { statusCode: 400 });
  }
  return Buffer.concat(chunks);
}

const megabytes = mostUploadedSegmentBytes / 1_000_000;

function wrong(en_US: string, zh_TW: string): Refusal {
  return new Refusal('LIVE_SEGMENT_REFUSED', { why: { en_US, zh_TW } });
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = writeError(error, request, reply);
  const status = error instanceof Refusal ? statusOfRefusal[error.reason] : undefined;
  if (status !== undefined) void reply.code(status);
  // What is left of the body is not read.
  if (!request.raw.readableEnded) void reply.header('connection', 'close');
  return reply.send(body);
}
