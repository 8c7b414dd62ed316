import { Gauge, Histogram } from 'prom-client';
import type { Pool } from 'pg';
import { eventTime } from '@lightstick/contract/zoned-date';
import { Refusal } from '#/errors.ts';
import { type Activity, createActivityCatalogue } from '#/modules/elections/index.ts';
import { type SuspicionWatch, watchVotes } from '#/modules/quarantine/index.ts';
import { type Rankings, startRankings } from '#/modules/rankings/index.ts';
import type { Services } from '#/services.ts';
import { classifyFailure } from '#/db/retry.ts';
import { forAllCalls } from '#/lib/turns.ts';
import { createMicroBatcher, type MicroBatcher } from '#/lib/micro-batcher.ts';
import { machineClock } from '#/lib/clock.ts';
import { castVotes, tallyShards, type VoteVerdict, type VoteEntry, type VoteOutcome } from './votes.store.ts';

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

/** Starts one batch in flight per connection of `votePool`. */
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
  }: { writers: number; queueMax?: number; onBatch?: (votes: number, durationMs: number) => void },
): VoteBatcher {
  const firstShard = Math.floor(Math.random() * tallyShards);
  return createMicroBatcher({
    write: (entries, writer) => forAllCalls(() => castVotes(pool, (firstShard + writer) % tallyShards, entries)),
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

const hourMs = 3_600_000;

/**
 * Throws the refusal of a vote that the ledger did not cast. `balance` is the number of votes that could be cast, of tickets
 * that could be converted, or of the votes that they bring; `refusal` replaces VOTING_ENDED.
 */
export function throwRefusal(
  { verdict, balance }: { readonly verdict: VoteVerdict; readonly balance: number },
  { activity, refusal }: { readonly activity: Activity; readonly refusal: Refusal | undefined },
  vote: {
    readonly num: number;
    readonly receivedAt: Date;
    readonly fan: { readonly joinedAt: Date };
    readonly conversion?: { readonly tickets: number } | undefined;
  },
): void {
  const { num, receivedAt, fan, conversion } = vote;
  switch (verdict) {
    case 'cast':
    case 'repeat':
      return;
    case 'tooFew':
      throw new Refusal('INSUFFICIENT_VOTES', { missing: num - balance });
    case 'keyReused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'notOpen':
      throw new Refusal('VOTING_NOT_OPEN');
    case 'ended':
      throw refusal ?? new Refusal('VOTING_ENDED');
    case 'overCap':
      throw new Refusal('DAILY_CAP_REACHED', { left: balance });
    case 'tooYoung': {
      const from = new Date(fan.joinedAt.getTime() + activity.minAccountAgeMs);
      const hours = activity.minAccountAgeMs / hourMs;
      throw new Refusal('ACCOUNT_TOO_YOUNG', { hours, from: eventTime(from, activity.timeZone, receivedAt) });
    }
    case 'overPaidShare': {
      const percent = activity.ruleSet?.document.paidShareMaxPercent ?? 100;
      throw new Refusal('PAID_SHARE_REACHED', { percent, left: balance });
    }
    case 'overEndingLimit': {
      const until = activity.endings.find(({ from }) => from > receivedAt)?.from ?? activity.closesAt;
      const shown = eventTime(until, activity.timeZone, receivedAt);
      throw new Refusal('ENDING_LIMIT_REACHED', { left: balance, until: shown });
    }
    case 'withdrawn':
      throw new Refusal('IDOL_WITHDRAWN');
    case 'tooFewTickets':
      throw new Refusal('INSUFFICIENT_TICKETS', { missing: (conversion?.tickets ?? 0) - balance });
    case 'conversionChanged':
      throw new Refusal('CONVERSION_CHANGED', { votes: balance });
    default:
      throw new Error(`The ledger answered a vote with the verdict ${String(verdict satisfies never)}`);
  }
}
