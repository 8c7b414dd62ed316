import type { Module } from '#/services.ts';
import { ballotRoutes } from './ballots.routes.ts';
import { ballotPersonalData } from './fan-votes.view.ts';
import type { Voting } from './voting.ts';

export { convertTickets, type TicketsForVote } from './convert-tickets.ts';
export { countVotes } from './fan-votes.view.ts';
export { startVoting } from './voting.ts';

export const ballots = { routes: ballotRoutes, personalData: () => [ballotPersonalData] } satisfies Module<Voting>;
