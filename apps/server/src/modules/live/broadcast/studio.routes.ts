import { contract, type ErrorName, mostUploadedSegmentBytes, segmentUploadPath } from '@lightstick/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { readCaller } from '#/http/call.ts';
import { limitConcurrency } from '#/http/concurrency-limit.ts';
import { writeError } from '#/http/error-reply.ts';
import { handle } from '#/http/handle.ts';
import { createSemaphore } from '#/lib/semaphore.ts';
import type { Services } from '#/services.ts';
import type { BroadcastFiles } from './broadcast-files.ts';
import { startBroadcast } from './start-broadcast.ts';
import { stopBroadcast } from './stop-broadcast.ts';
import { takeSegment } from './take-segment.ts';

/** Each segment is in memory from its first byte to its answer; a browser sends one at a time. */
const mostAtOnce = 50;
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
  const ofFan = limitConcurrency(settings.rateLimitFactor, mostOfFan);
  const inTurn = createSemaphore(mostAtOnce, 0);

  handle(server, 'POST /jplive/studio/start', ({ fan, body, receivedAt: at }) =>
    transactionWithRetry(db, (tx) => startBroadcast(tx, { ...body, fanId: fan.id, at })),
  );

  handle(server, 'POST /jplive/studio/stop', ({ fan, body, language, receivedAt: at }) =>
    transactionWithRetry(db, (tx) => stopBroadcast(tx, { ...body, fanId: fan.id, language, at })),
  );

  async function take(request: FastifyRequest): Promise<void> {
    const { fan } = await readCaller(contract['POST /jplive/studio/start'], request);
    if (!fan) throw new Refusal('UNAUTHENTICATED');
    const { broadcastId, part } = request.params as { broadcastId: string; part: string };
    if (!/^\d{1,15}$/.test(broadcastId) || !/^(init|\d{1,7})$/.test(part)) throw new Refusal('NOT_FOUND');
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const sent = { broadcastId: Number(broadcastId), part: part === 'init' ? part : Number(part), bytes } as const;
    await ofFan(fan, () => inTurn(() => takeSegment({ db, files }, { ...sent, fanId: fan.id, at: clock.now() })));
  }

  void server.register((uploads, _options, done) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(
      'video/mp4',
      { parseAs: 'buffer', bodyLimit: mostUploadedSegmentBytes },
      (_, body, parsed) => parsed(null, body),
    );
    uploads.setErrorHandler((error: FastifyError, request, reply) => refuse(asRefusal(error), request, reply));
    const url = `${segmentUploadPath}/:broadcastId/:part`;
    uploads.put(url, { config: { route: `PUT ${url}`, rate: 'usual' } }, async (request, reply) => {
      await take(request);
      return reply
        .code(204)
        .headers({ ...server.apiHeaders, 'cache-control': 'no-store', 'x-request-id': request.id })
        .send();
    });
    done();
  });
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = writeError(error, request, reply);
  const status = error instanceof Refusal ? statusOfRefusal[error.reason] : undefined;
  if (status !== undefined) void reply.code(status);
  return reply.send(body);
}

const megabytes = mostUploadedSegmentBytes / 1_000_000;
const unreadable: Readonly<Record<string, { readonly en_US: string; readonly zh_TW: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { en_US: `it is larger than ${megabytes} MB`, zh_TW: `超過 ${megabytes} MB` },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    en_US: 'its Content-Type must be video/mp4',
    zh_TW: 'Content-Type 必須是 video/mp4',
  },
};

function asRefusal(error: FastifyError): unknown {
  const why = unreadable[error.code];
  return why ? new Refusal('LIVE_SEGMENT_REFUSED', { why }) : error;
}
