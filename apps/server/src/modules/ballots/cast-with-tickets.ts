import { type Kysely, sql } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { convertTickets, type TicketsForVote } from './convert-tickets.ts';
import { castVoteIn, isVoteKnown, tallyShards, type VoteEntry, type VoteOutcome } from './votes.store.ts';

/**
 * Converts tickets and casts the vote in one transaction: both or neither. Lock order: the key, the fan's conversions of
 * the day, then accounts and pools as `ledger.post` and `ledger.cast_votes` take them.
 * @returns undefined if the key has already been used for a vote, which the caller then repeats
 * @throws Refusal INSUFFICIENT_TICKETS, CONVERSION_CHANGED, VOTING_ENDED, and the database's error when the key was used for a mere conversion
 */
export async function castWithTickets(
  db: Kysely<DB>,
  entry: VoteEntry,
  { activity, tickets, votes }: TicketsForVote,
): Promise<VoteOutcome | undefined> {
  const { key, fanId, receivedAt } = entry;
  try {
    return await transactionWithRetry(db, async (tx) => {
      // Concurrent calls with the same key wait for the first one's commit.
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${fanId}))`.execute(tx);
      if (await isVoteKnown(tx, entry)) return undefined;
      await convertTickets(tx, { fanId, activity, tickets, shownVotes: votes, key, receivedAt });
      // At random, because a batch can hold any part of the tally until its commit.
      const outcome = await castVoteIn(tx, Math.floor(Math.random() * tallyShards), entry);
      if (outcome.verdict !== 'cast') throw new NotCast(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof NotCast) return error.outcome;
    throw error;
  }
}

/** Rolls the conversion back. */
class NotCast extends Error {
  readonly outcome: VoteOutcome;

  constructor(outcome: VoteOutcome) {
    super(`The vote was not cast: ${outcome.verdict}`);
    this.outcome = outcome;
  }
}
