import { Gauge, Histogram } from 'prom-client';
import { createActivityCatalogue } from '#/modules/elections/index.ts';
import { type SuspicionWatch, watchVotes } from '#/modules/quarantine/index.ts';
import { type Rankings, startRankings } from '#/modules/rankings/index.ts';
import type { Services } from '#/services.ts';
import { createVoteBatcher, type VoteBatcher } from './vote-batcher.ts';

/** The running parts of voting in a process: the batcher, and what judges and shows votes. */
export type Voting = Rankings & {
  readonly batcher: VoteBatcher;
  readonly watch: SuspicionWatch;
  /** Answers every accepted vote, then stops. */
  close(): Promise<void>;
};

type VotingServices = Pick<
  Services,
  'db' | 'lookUps' | 'clock' | 'clusterClock' | 'log' | 'metrics' | 'pool' | 'settings' | 'votePool' | 'heavyReads'
>;

export function startVoting(services: VotingServices): Voting {
  const batcher = startBatcher(services);
  const watch = watchVotes(services);
  const catalogue = createActivityCatalogue({ db: services.lookUps.db, clock: services.clock });
  const { stop, ...rankings } = startRankings({ ...services, catalogue });
  return {
    ...rankings,
    batcher,
    watch,
    async close() {
      await batcher.drain();
      await watch.stop();
      await stop();
    },
  };
}

/** One batch in flight per connection of `votePool`. */
function startBatcher({ metrics, votePool }: Pick<VotingServices, 'metrics' | 'votePool'>): VoteBatcher {
  const registers = [metrics.registry];
  const batchSize = new Histogram({
    name: 'lightstick_vote_batch_size',
    help: 'Votes written in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
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
  return batcher;
}
