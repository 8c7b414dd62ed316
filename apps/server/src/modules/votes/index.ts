export { activityRoutes, rankingStreamRoutes } from './activities.routes.ts';
export { voteRoutes } from './votes.routes.ts';
export { startVoting, type Voting } from './voting.ts';
