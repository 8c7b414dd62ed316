import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { isDatabaseAway } from '#/http/error-reply.ts';
import { startPeriodicTask } from '#/lib/periodic-task.ts';
import type { Services } from '#/services.ts';
import { stateOf } from '../room-state.rules.ts';
import { lockRoom, readKeyHash } from '../rooms.store.ts';
import { readRoom, type Room } from '../rooms.view.ts';
import { assertMayBroadcast } from './broadcast.rules.ts';
import { beginBroadcast, endBroadcasts, readOpenBroadcast } from './broadcasts.store.ts';
import { collectBroadcast, collectFragments, type Collecting, listFragments } from './collect-fragments.ts';
import type { BroadcastFiles } from './broadcast-files.ts';

/** What nginx says of an encoder: the stream's name, the key that the encoder sends with it, and the connection's number. */
const report = z.object({
  name: z.string().max(64),
  key: z.string().max(128).default(''),
  clientid: z.string().regex(/^\d{1,20}$/),
});
type Report = z.output<typeof report>;

/** nginx writes a fragment every two seconds or so, and drops an encoder that is silent for ten. */
const busyMs = 15_000;

type RtmpServices = Pick<Services, 'db' | 'clock' | 'clusterClock' | 'settings' | 'log'>;

/**
 * Answers nginx, which takes the streams of encoders by RTMP: 204 lets an encoder go on, everything else cuts it. The key is
 * in the body, which is never logged.
 */
export function rtmpRoutes(server: FastifyInstance, services: RtmpServices, files: BroadcastFiles): void {
  const { db, clock, clusterClock, settings, log } = services;
  const { liveRtmpFolder: rtmpFolder } = settings;
  if (rtmpFolder === undefined) return;
  const parts: Collecting = { db, clusterClock, log, files, rtmpFolder };

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
    task = startPeriodicTask(clock, () => collectFragments(parts), fail);
    done();
  });
  server.addHook('preClose', async () => task?.stop());
}

/** Begins a broadcast for an encoder with the right key, unless another one is sending. */
async function admit({ db, clusterClock, rtmpFolder }: Collecting, sent: Report): Promise<boolean> {
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

/** The broadcast under way of an encoder, while its key is the room's and the room is not over. */
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
