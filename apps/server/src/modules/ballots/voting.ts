import { Gauge, Histogram } from 'prom-client';
import type { Services } from '#/services.ts';
import { type ActivityCatalogue, createActivityCatalogue } from '#/modules/elections/index.ts';
import { type SuspicionWatch, watchVotes } from '#/modules/quarantine/index.ts';
import {
  type ActivityLifecycle,
  createActivityLifecycle,
  type ActivitySummaries,
  createActivitySummaries,
  createDisplayFreezes,
  type DisplayFreezes,
  createIdolSupporters,
  type IdolSupporters,
  createLiveRankings,
  type LiveRankings,
} from '#/modules/rankings/index.ts';
import { createVoteBatcher, type VoteBatcher } from './vote-batcher.ts';

/** What voting keeps running in a process: the catalogue, the way into the ledger, rankings, summaries and the clockwork. */
export type Voting = {
  readonly catalogue: ActivityCatalogue;
  readonly batcher: VoteBatcher;
  readonly watch: SuspicionWatch;
  readonly freezes: DisplayFreezes;
  readonly rankings: LiveRankings;
  readonly summaries: ActivitySummaries;
  readonly supporters: IdolSupporters;
  readonly life: ActivityLifecycle;
  /** Answers every vote that was taken, then stops. */
  close(): Promise<void>;
};

type VotingServices = Pick<
  Services,
  'db' | 'lookUps' | 'clock' | 'agreedNow' | 'log' | 'metrics' | 'pool' | 'settings' | 'votePool' | 'heavyReads'
>;

/** Starts voting. As many batches of votes are in flight as `votePool` has connections. */
export function startVoting(services: VotingServices): Voting {
  const { db, lookUps, clock, agreedNow, log, metrics, votePool, heavyReads } = services;
  const registers = [metrics.registry];
  const batchSize = new Histogram({
    name: 'lightstick_vote_batch_size',
    help: 'Votes written in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const catalogue = createActivityCatalogue(lookUps.db);
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
  const freezes = createDisplayFreezes({ db: lookUps.db, clock, agreedNow, catalogue });
  const watch = watchVotes(services);
  const rankings = createLiveRankings({
    db,
    freezes,
    catalogue,
    onError: (error) => log.warn({ err: error }, 'A ranking could not be read'),
  });
  const life = createActivityLifecycle({
    db,
    clock,
    agreedNow,
    catalogue,
    freezes,
    onError: (error) => log.warn({ err: error }, 'An activity could not be moved on'),
  });
  return {
    catalogue,
    batcher,
    watch,
    freezes,
    rankings,
    summaries: createActivitySummaries({
      heavyReads,
      freezes,
      clock,
      onError: (error) => log.warn({ err: error }, 'The figures of an activity could not be taken'),
    }),
    supporters: createIdolSupporters({
      heavyReads,
      freezes,
      clock,
      onError: (error) => log.warn({ err: error }, 'The supporters of idols could not be read'),
    }),
    life,
    async close() {
      await batcher.drain();
      await watch.stop();
      rankings.stop();
      await life.stop();
    },
  };
}
