import type { BuildOptions } from '../../apps/server/src/app.ts';
import { createMicroBatcher } from '../../apps/server/src/batching/micro-batcher.ts';
import { serve } from '../../apps/server/src/http/handle.ts';
import { createActivityCatalogue } from '../../apps/server/src/modules/votes/activity-catalogue.ts';
import { castVote, type CastVote } from '../../apps/server/src/modules/votes/cast-vote.ts';
import { castVotes, type VoteEntry, type VoteOutcome } from '../../apps/server/src/modules/votes/votes.store.ts';
import { contract } from '../../packages/contract/src/index.ts';

type Server = Parameters<NonNullable<BuildOptions['extend']>>[0];

/** The three ways to answer a vote that are measured beside each other. */
export const routes = {
  noOp: 'POST /bench/no-op',
  single: 'POST /bench/one-vote-per-transaction',
  batched: 'POST /activity/api/v1/vote/doVote',
} as const;

export type Variant = keyof typeof routes;

/** Transactions at once of the variant without batches. */
export const singleConnections = 16;

/**
 * Adds the two routes of comparison beside the product's own: with the same caller, headers and body checked the same
 * way, and an answer of the same shape.
 */
export function addRoutesOfComparison(server: Server): void {
  const { db, pool } = server.services;
  const endpoint = contract[routes.batched];
  const catalogue = createActivityCatalogue(db);
  // A batch of one at most: each vote is a transaction of its own, and each connection has its own part of the tally, so
  // that the votes need not even wait for each other's commits.
  const single = createMicroBatcher<VoteEntry, VoteOutcome>({
    write: (entries, writer) => castVotes(pool, writer, entries),
    classify: () => 'poisoned',
    groupOf: (entry) => entry.period,
    payerOf: (entry) => entry.fanId,
    writers: singleConnections,
    batchMax: 1,
    queueMax: 10_000,
    retryForMs: 0,
  });
  server.addHook('onClose', () => single.drain());

  serve(server, routes.noOp, endpoint, () => Promise.resolve(nothing), { hot: true });
  serve(
    server,
    routes.single,
    endpoint,
    ({ fan, body, idempotencyKey, receivedAt }) =>
      castVote({ catalogue, batcher: single }, { fan, ...body, key: idempotencyKey, receivedAt }),
    { hot: true },
  );
}

const nothing: CastVote = {
  voteId: '123456',
  remaining: 999_999,
  idolVotes: 123_456,
  rank: 1,
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
  },
};
