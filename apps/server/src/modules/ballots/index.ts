export { ballotRoutes } from './ballots.routes.ts';
export { ballotPersonalData } from './vote-records.view.ts';
export { type Suspicion, suspicions } from './votes.store.ts';
export { type Voting, startVoting } from './voting.ts';
