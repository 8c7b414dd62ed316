import { contract, type ErrorName, mostUploadedSegmentBytes, segmentUploadPath } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { readCaller } from '#/http/call.ts';
import { limitConcurrency } from '#/http/concurrency-limit.ts';
import { writeError, isDatabaseAway } from '#/http/error-reply.ts';
import { handle } from '#/http/handle.ts';
import { createSemaphore } from '#/lib/turns.ts';
import type { Services } from '#/services.ts';
import type { DB } from '#/db/schema.ts';
import { startPeriodicTask } from '#/lib/clock.ts';
import type { BroadcastFiles } from './broadcast-files.ts';
import { startBroadcast, stopBroadcast, assertIsOpen, takeSegment } from './host-broadcast.ts';
import { stateOf } from '../room-state.rules.ts';
import { lockRoom, readKeyHash } from '../rooms.store.ts';
import { readRoom, type Room } from '../rooms.view.ts';
import { assertMayBroadcast } from './broadcast.rules.ts';
import { beginBroadcast, endBroadcasts, readOpenBroadcast } from './broadcasts.store.ts';
import { collectBroadcast, collectFragments, type FragmentCollection, listFragments } from './collect-fragments.ts';

/** Segments that are written at once, each under the lock of its broadcast. */
const mostAtOnce = 50;
/** The most segments of a fan at a time: a browser sends one, and lost ones again. */
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
    throw segmentRefusal('its Content-Type must be video/mp4', 'Content-Type 必須是 video/mp4');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostUploadedSegmentBytes)
        throw segmentRefusal(`it is larger than ${megabytes} MB`, `超過 ${megabytes} MB`);
      chunks.push(chunk);
    }
  } catch (error) {
    // A sender whose network is gone is no fault of the server.
    throw error instanceof Refusal ? error : Object.assign(error as Error, { statusCode: 400 });
  }
  return Buffer.concat(chunks);
}

const megabytes = mostUploadedSegmentBytes / 1_000_000;

function segmentRefusal(en_US: string, zh_TW: string): Refusal {
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

/** What nginx says of an encoder: the stream's name, the key that the encoder sends with it, and the connection's number. */
const report = z.object({
  name: z.string().max(64),
  key: z.string().max(128).default(''),
  clientid: z.string().regex(/^\d{1,20}$/),
});
type Report = z.output<typeof report>;

/** nginx writes a fragment every two seconds or so, and drops an encoder that is silent for ten. */
const busyMs = 15_000;

type RtmpServices = Pick<Services, 'db' | 'clock' | 'clusterClock' | 'hold' | 'settings' | 'log'>;

/**
 * Answers nginx, which takes the streams of encoders by RTMP: 204 lets an encoder go on, everything else cuts it. The key is
 * in the body, which is never logged.
 */
export function rtmpRoutes(server: FastifyInstance, services: RtmpServices, files: BroadcastFiles): void {
  const { db, clock, clusterClock, hold, settings, log } = services;
  const { liveRtmpFolder: rtmpFolder } = settings;
  if (rtmpFolder === undefined) return;
  const parts: FragmentCollection = { db, clusterClock, log, files, rtmpFolder };

  const answers: Readonly<Record<string, (report: Report) => Promise<boolean>>> = {
    publish: async (sent) => admit(parts, sent),
    async update(sent) {
      try {
        return (await broadcastOf(db, sent, await clusterClock())) !== undefined;
      } catch (error) {
        // Only a clear answer cuts a show.
        if (isDatabaseAway(error)) return true;
        throw error;
      }
    },
    done: async (sent) => {
      const at = await clusterClock();
      const broadcastId = await broadcastOf(db, sent, at);
      if (broadcastId === undefined) return true;
      try {
        await collectBroadcast(parts, broadcastId);
      } finally {
        await endBroadcasts(db, { broadcastId }, at);
      }
      return true;
    },
  };

  void server.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    for (const [event, isRight] of Object.entries(answers)) {
      const url = `/live/rtmp/${event}`;
      // A storm of votes keeps encoders from beginning, and cuts none.
      const config = { rate: event === 'publish' ? 'encoder' : 'onAir' } as const;
      hooks.post(url, { config }, async (request, reply) => {
        const { data: sent } = report.safeParse(request.body);
        const isAdmitted = sent !== undefined && (await isRight(sent));
        return reply.code(isAdmitted ? 204 : 403).send();
      });
    }
    done();
  });

  let task: ReturnType<typeof startPeriodicTask> | undefined;
  server.addHook('onListen', (done) => {
    const fail = (err: unknown) => log.warn({ err }, 'The streams of encoders could not be collected');
    hold.whenOpen(() => {
      task = startPeriodicTask(clock, () => collectFragments(parts), fail);
    });
    done();
  });
  server.addHook('preClose', async () => task?.stop());
}

/** Begins a broadcast for an encoder with the right key, unless another one is sending. */
async function admit({ db, clusterClock, rtmpFolder }: FragmentCollection, sent: Report): Promise<boolean> {
  const at = await clusterClock();
  const named = await readRoom(db, { streamName: sent.name });
  if (!named || !(await hasKey(db, named.id, sent.key))) return false;
  // What nginx still lists of an earlier stream is not taken for this one.
  const taken = Math.max(-1, ...(await listFragments(rtmpFolder, sent.name)).map(({ number }) => number));
  return transactionWithRetry(db, async (tx) => {
    const room = await lockRoom(tx, named.id);
    if (!isOpenFor(room, at)) return false;
    const other = await readOpenBroadcast(tx, room.id);
    if (other && at.getTime() - other.seenAt.getTime() <= busyMs) {
      // nginx asks again when an answer was lost. Else it holds the name for the first one, so that a second could not send.
      return other.client === sent.clientid;
    }
    await beginBroadcast(tx, { roomId: room.id, source: 'rtmp', fanId: null, client: sent.clientid, taken, at });
    return true;
  });
}

function isOpenFor(room: Room, at: Date): boolean {
  try {
    assertMayBroadcast(room, at);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Returns an encoder's running broadcast, while its key is the room's and the room is not over. */
async function broadcastOf(db: Kysely<DB>, { name, key, clientid }: Report, at: Date): Promise<number | undefined> {
  const room = await readRoom(db, { streamName: name });
  if (!room || !['coming', 'onAir'].includes(stateOf(room, at)) || !(await hasKey(db, room.id, key))) return undefined;
  const open = await readOpenBroadcast(db, room.id);
  return open?.source === 'rtmp' && open.client === clientid ? open.id : undefined;
}

async function hasKey(db: Kysely<DB>, roomId: string, key: string): Promise<boolean> {
  const right = await readKeyHash(db, roomId);
  return right !== undefined && timingSafeEqual(right, hash('sha256', key, 'buffer'));
}
