export type { DisplayFreeze } from './standing.store.ts';
export type { DisplayFreezes } from './display-freezes.ts';
export { idolRoutes, resultRoutes, summaryRoutes } from './rankings.routes.ts';
export { rankingStreamRoutes } from './ranking-stream.routes.ts';
export { type Rankings, startRankings } from './start-rankings.ts';
