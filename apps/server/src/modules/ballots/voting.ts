import { Gauge, Histogram } from 'prom-client';
import type { Pool } from 'pg';
import { createActivityCatalogue } from '#/modules/elections/index.ts';
import { type SuspicionWatch, watchVotes } from '#/modules/quarantine/index.ts';
import { type Rankings, type RankingSources, startRankings } from '#/modules/rankings/index.ts';
import type { Services } from '#/services.ts';
import { classifyFailure } from '#/db/retry.ts';
import { forAllCalls } from '#/lib/turns.ts';
import { createMicroBatcher, type MicroBatcher } from '#/lib/micro-batcher.ts';
import { machineClock } from '#/lib/clock.ts';
import { createRateWindow } from '#/lib/rate-window.ts';
import { inSpan, isTracing } from '#/lib/tracing.ts';
import { castVotes, tallyShards, type VoteEntry, type VoteOutcome } from './votes.store.ts';

/** The running parts of voting in a process: the batcher, and what judges and shows votes. */
export type Voting = Rankings & {
  readonly batcher: VoteBatcher;
  readonly watch: SuspicionWatch;
  /** Answers every accepted vote, then stops. */
  close(): Promise<void>;
};

type VotingServices = Pick<
  Services,
  | 'db'
  | 'lookUps'
  | 'clock'
  | 'clusterClock'
  | 'hold'
  | 'log'
  | 'metrics'
  | 'pool'
  | 'settings'
  | 'votePool'
  | 'heavyReads'
> &
  Pick<RankingSources, 'nameHomeBanners'>;

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

/** How far back the rates of votes look. */
const rateSeconds = [10, 60] as const;

/** Starts one batch in flight per connection of `votePool`. */
function startBatcher({ metrics, votePool }: Pick<VotingServices, 'metrics' | 'votePool'>): VoteBatcher {
  const registers = [metrics.registry];
  const batchSize = new Histogram({
    name: 'lightstick_vote_batch_size',
    help: 'Votes written in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const castVotesOfSecond = createRateWindow(machineClock, Math.max(...rateSeconds));
  const batcher = createVoteBatcher(votePool, {
    writers: votePool.options.max,
    onBatch: (votes) => batchSize.observe(votes),
    onCast: (votes) => castVotesOfSecond.count(votes),
  });
  new Gauge({
    name: 'lightstick_votes_per_second',
    help: 'Votes a second that were written, over the last whole seconds; repeats and refused votes do not count.',
    labelNames: ['over'],
    registers,
    collect() {
      for (const seconds of rateSeconds) this.set({ over: `${seconds}s` }, castVotesOfSecond.perSecond(seconds));
    },
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

/** Traces a batch in the trace of its first call that is kept, with links to the others. */
function inSpanOfCalls<Result>(entries: readonly VoteEntry[], write: () => Promise<Result>): Promise<Result> {
  const [parent, ...links] = entries.flatMap(({ span }) => span ?? []);
  if (!parent) return write();
  return inSpan('vote batch', { parent, links, attributes: { votes: entries.length } }, write);
}

export type VoteBatcher = MicroBatcher<VoteEntry, VoteOutcome>;

/** Entries of one batch. Measured: larger batches take longer without more votes a second. */
const batchMax = 128;
/** Entries for about two seconds of work; beyond them calls are refused with OVERLOADED. */
const usualQueueMax = 10_000;
/** The longest wait for a restarting database: less than the grace before a period closes. */
const retryForMs = 10_000;

/**
 * Creates the only way of votes into the ledger.
 * @param pool connections of its own, so that a storm of votes and other calls do not wait for each other
 */
export function createVoteBatcher(
  pool: Pool,
  {
    writers,
    queueMax = usualQueueMax,
    onBatch,
    onCast,
  }: {
    writers: number;
    queueMax?: number;
    onBatch?: (votes: number, durationMs: number) => void;
    /** Receives how many votes of a batch were written for the first time. */
    onCast?: (votes: number) => void;
  },
): VoteBatcher {
  const firstShard = Math.floor(Math.random() * tallyShards);
  return createMicroBatcher({
    async write(entries, writer) {
      const write = () => forAllCalls(() => castVotes(pool, (firstShard + writer) % tallyShards, entries));
      const outcomes = await (isTracing() ? inSpanOfCalls(entries, write) : write());
      onCast?.(outcomes.filter(({ verdict }) => verdict === 'cast').length);
      return outcomes;
    },
    classify: classifyFailure,
    // Votes with tickets take longer, and have a call of their own.
    groupOf: ({ period, round, conversion }) => `${period} ${round} ${conversion ? 'tickets' : 'votes'}`,
    payerOf: (entry) => entry.fanId,
    writers,
    batchMax,
    queueMax,
    retryForMs,
    timing: machineClock,
    ...(onBatch && { onBatch }),
  });
}
