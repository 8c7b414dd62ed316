export type { DisplayFreeze } from './display-freeze.store.ts';
export type { DisplayFreezes } from './display-freezes.ts';
export { idolRoutes } from './idol.routes.ts';
export { rankingStreamRoutes } from './ranking-stream.routes.ts';
export { type Rankings, startRankings } from './start-rankings.ts';
export { resultRoutes, summaryRoutes } from './summary.routes.ts';
