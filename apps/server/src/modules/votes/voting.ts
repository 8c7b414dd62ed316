import { Gauge, Histogram } from 'prom-client';
import type { Services } from '#/services.ts';
import { type ActivityCatalogue, createActivityCatalogue } from './activity-catalogue.ts';
import { type ActivityLife, createActivityLife } from './activity-life.ts';
import { type ActivitySummaries, createActivitySummaries } from './activity-summaries.ts';
import { createLiveRankings, type LiveRankings } from './live-rankings.ts';
import { createVoteBatcher, type VoteBatcher } from './vote-batcher.ts';

/** What voting keeps running in a process: the catalogue, the way into the ledger, rankings, summaries and the clockwork. */
export type Voting = {
  readonly catalogue: ActivityCatalogue;
  readonly batcher: VoteBatcher;
  readonly rankings: LiveRankings;
  readonly summaries: ActivitySummaries;
  readonly life: ActivityLife;
  /** Answers every vote that was taken, then stops. */
  close(): Promise<void>;
};

/**
 * Starts voting.
 *
 * @param votePool connections for votes alone; as many batches are in flight as it has.
 */
export function startVoting({
  db,
  clock,
  log,
  metrics,
  votePool,
}: Pick<Services, 'db' | 'clock' | 'log' | 'metrics' | 'votePool'>): Voting {
  const registers = [metrics.registry];
  const batchSize = new Histogram({
    name: 'lightstick_vote_batch_size',
    help: 'Votes written in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const catalogue = createActivityCatalogue(db);
  const batcher = createVoteBatcher(votePool, {
    writers: votePool.options.max,
    onBatch: (votes) => batchSize.observe(votes),
  });
  new Gauge({
    name: 'lightstick_votes_pending',
    help: 'Votes that wait for their commit.',
    registers,
    collect() {
      this.set(batcher.pending);
    },
  });
  const rankings = createLiveRankings({
    db,
    clock,
    catalogue,
    onError: (error) => log.warn({ err: error }, 'A ranking could not be read'),
  });
  const life = createActivityLife({
    db,
    clock,
    catalogue,
    onError: (error) => log.warn({ err: error }, 'An activity could not be moved on'),
  });
  return {
    catalogue,
    batcher,
    rankings,
    summaries: createActivitySummaries({ db, clock }),
    life,
    async close() {
      await batcher.drain();
      rankings.stop();
      life.stop();
    },
  };
}
