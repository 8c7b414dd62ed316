import type { BuildOptions } from '../../apps/server/src/app.ts';
import { createMicroBatcher } from '../../apps/server/src/lib/micro-batcher.ts';
import { serve } from '../../apps/server/src/http/handle.ts';
import { createActivityCatalogue } from '../../apps/server/src/modules/elections/activity-catalogue.ts';
import { castVote, type CastVote } from '../../apps/server/src/modules/ballots/cast-vote.ts';
import { createDisplayFreezes } from '../../apps/server/src/modules/rankings/display-freezes.ts';
import { createSuspicionWatch } from '../../apps/server/src/modules/quarantine/index.ts';
import { castVotes, type VoteEntry, type VoteOutcome } from '../../apps/server/src/modules/ballots/votes.store.ts';
import { createServerKeys } from '../../apps/server/src/config/server-keys.ts';
import { contract } from '../../packages/contract/src/index.ts';
import { addPacketRoutes } from './packet-routes.ts';
import { machineClock } from '../../apps/server/src/lib/clock.ts';

type Extend = NonNullable<BuildOptions['extend']>;
type Server = Parameters<Extend>[0];
type Services = Parameters<Extend>[1];

/** The three ways to answer a vote that are measured beside each other. */
export const routes = {
  noOp: 'POST /bench/no-op',
  single: 'POST /bench/one-vote-per-transaction',
  batched: 'POST /activity/api/v1/vote/doVote',
} as const;

export type Variant = keyof typeof routes;

/** Answers, from memory, what the path after it was answered with when it was first asked for. */
export const staticRoute = '/bench/static';

/** Transactions at once of the variant without batches, over all workers. */
export const singleConnections = 16;

/** Which of how many workers a server is; the first of one where it is alone. */
export type WorkerPosition = { readonly worker: number; readonly workers: number };

/**
 * Adds the routes of comparison beside the product's own: two for votes, with the same caller, headers and body checked the
 * same way, and an answer of the same shape; two likewise for grabs of a packet; and one that answers bytes that it has in
 * memory.
 */
export function addRoutesOfComparison(place: WorkerPosition): Extend {
  return (server, services) => {
    addNoOp(server);
    addOneVotePerTransaction(server, services, place);
    addPacketRoutes(server, services, singleConnections);
    addStatic(server);
  };
}

function addNoOp(server: Server): void {
  serve(server, routes.noOp, contract[routes.batched], () => Promise.resolve(nothing), { hot: true });
}

function addOneVotePerTransaction(server: Server, services: Services, { worker, workers }: WorkerPosition): void {
  const { clusterClock, clock, db, log, pool, settings } = services;
  const catalogue = createActivityCatalogue({ db, clock });
  const freezes = createDisplayFreezes({ db, clock, clusterClock, catalogue });
  const watch = createSuspicionWatch({
    pool,
    clock,
    keys: createServerKeys(settings.serverSecret),
    onError: (error) => log.warn({ err: error }, 'The watch of the route of comparison failed'),
  });
  const writers = Math.ceil(singleConnections / workers);
  // A batch of one at most: each vote is a transaction of its own, and each connection has its own part of the tally, so
  // that the votes need not even wait for each other's commits.
  const batcher = createMicroBatcher<VoteEntry, VoteOutcome>({
    write: (entries, writer) => castVotes(pool, (worker - 1) * writers + writer, entries),
    classify: () => 'poisoned',
    groupOf: (entry) => `${entry.period} ${entry.round}`,
    payerOf: (entry) => entry.fanId,
    writers,
    batchMax: 1,
    queueMax: 10_000,
    retryForMs: 0,
    timing: machineClock,
  });
  server.addHook('onClose', async () => {
    await batcher.drain();
    await watch.stop();
  });
  serve(
    server,
    routes.single,
    contract[routes.batched],
    ({ fan, body, idempotencyKey: key, receivedAt, language, device, address }) =>
      castVote(
        { db: server.services.db, catalogue, batcher, watch, freezes },
        { fan, ...body, key, receivedAt, language, source: { deviceId: device.id, address } },
      ),
    { hot: true },
  );
}

function addStatic(server: Server): void {
  type Kept = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
  const kept = new Map<string, Promise<Kept>>();

  async function ask(url: string, acceptEncoding: string): Promise<Kept> {
    const { headers, rawPayload } = await server.inject({ url, headers: { 'accept-encoding': acceptEncoding } });
    // Written anew for each answer, as they are for every other.
    const { date: _date, connection: _connection, 'content-length': _length, ...others } = headers;
    const texts = Object.entries(others).map(([name, value]) => [name, String(value)] as const);
    return { headers: Object.fromEntries(texts), body: rawPayload };
  }

  server.get(`${staticRoute}/*`, { config: { rate: 'usual' } }, async (request, reply) => {
    const acceptEncoding = request.headers['accept-encoding'] ?? 'identity';
    const url = request.url.slice(staticRoute.length);
    const name = `${acceptEncoding} ${url}`;
    const answer = kept.get(name) ?? ask(url, acceptEncoding);
    kept.set(name, answer);
    const { headers, body } = await answer;
    return reply.headers(headers).send(body);
  });
}

const nothing: CastVote = {
  voteId: '123456',
  remaining: 999_999,
  idolVotes: 123_456,
  rank: 1,
  isFrozen: false,
  state: 'counted',
  setAside: null,
  conversion: null,
  receipt: {
    format: 'lightstick/vote/v1',
    voteId: '123456',
    activityId: '1004',
    idolId: '1',
    num: 1,
    receivedAt: '2026-11-21T03:16:53.000Z',
    bucket: 179_528_261,
    salt: 'AAAAAAAAAAAAAAAAAAAAAA==',
    voterCommitment: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    leafHash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    rulesHash: null,
  },
};
