export { ballotRoutes } from './ballots.routes.ts';
export { convertTickets, type TicketsForVote } from './convert-tickets.ts';
export { countVotes, ballotPersonalData } from './fan-votes.view.ts';
export { startVoting } from './voting.ts';
