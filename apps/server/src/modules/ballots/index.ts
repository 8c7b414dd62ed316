export { ballotRoutes } from './ballots.routes.ts';
export { ballotPersonalData } from './vote-records.view.ts';
export { startVoting } from './voting.ts';
