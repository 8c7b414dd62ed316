export { ballotRoutes } from './ballots.routes.ts';
export { convertTickets, type TicketsForVote } from './convert-tickets.ts';
export { countVotes } from './fan-votes.view.ts';
export { ballotPersonalData } from './vote-records.view.ts';
export { startVoting } from './voting.ts';
