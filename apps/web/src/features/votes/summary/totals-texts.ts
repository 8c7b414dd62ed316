import type { MessageId } from '#/lib/i18n/i18n.ts';
import type { EventSummary } from './event-summary.ts';

/** What the totals of a summary are of: votes are those of the round on show, fans and ballots those of all rounds. */
export function totalsTexts({ earlierRounds }: Pick<EventSummary, 'earlierRounds'>) {
  const isOneOfSeveral = earlierRounds.length > 0;
  return {
    votesText: isOneOfSeveral ? 'summary.votesOfRound' : 'summary.votes',
    votersText: isOneOfSeveral ? 'summary.votersAll' : 'summary.voters',
    ballotsText: isOneOfSeveral ? 'summary.ballotsAll' : 'summary.ballots',
  } as const satisfies Record<string, MessageId>;
}
