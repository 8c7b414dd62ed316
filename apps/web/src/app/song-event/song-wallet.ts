import { type MyVotes, ticketsNeeded, votesFor } from '#/features/ballots/my-votes.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import type { SongWallet } from '#/features/songs/song-vote-sheet.tsx';

type Holdings = {
  readonly mine: MyVotes;
  readonly priceSteps: Activity['priceSteps'];
  /** Tickets become votes until the election closes. */
  readonly hasEnded: boolean;
};

/**
 * Returns what a fan can cast for songs: votes, then tickets. Free votes and the limits of the election belong to
 * idols.
 */
export function songWallet({ mine, priceSteps, hasEnded }: Holdings): SongWallet {
  const { votes, tickets, ticketsToday } = mine;
  const withoutFree = { ...mine, freeVotesToday: 0 };
  return {
    votes,
    reachable: votes + (hasEnded ? 0 : votesFor(tickets, mine, priceSteps)),
    conversionFor(num) {
      const needed = ticketsNeeded(num, withoutFree, priceSteps);
      return needed > 0 ? { tickets: needed, votes: votesFor(needed, mine, priceSteps) } : undefined;
    },
    ticketsToday: priceSteps.length > 1 ? ticketsToday : undefined,
  };
}
