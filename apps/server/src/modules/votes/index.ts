export { activityRoutes, rankingStreamRoutes } from './activities.routes.ts';
export { byAttention } from './activity.presenter.ts';
export { summaryRoutes } from './summary.routes.ts';
export { voteRoutes } from './votes.routes.ts';
export { startVoting } from './voting.ts';
