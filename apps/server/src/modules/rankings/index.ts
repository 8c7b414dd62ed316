import type { Module } from '#/services.ts';
import { embedRoutes } from './embed.routes.ts';
import { rankingStreamRoutes } from './ranking-stream.routes.ts';
import { idolRoutes, resultRoutes, summaryRoutes } from './rankings.routes.ts';
import type { Rankings } from './start-rankings.ts';
import { trendRoutes } from './trends.routes.ts';

export type { DisplayFreeze } from './standing.store.ts';
export type { DisplayFreezes } from './display-freezes.ts';
export type { LiveRankings, RankingSources } from './live-rankings.ts';
export { type Rankings, startRankings } from './start-rankings.ts';
export { readHourlyStandings } from './standing.store.ts';
export { startOfHour } from './standing.rules.ts';

export const rankings = {
  routes(server, given) {
    rankingStreamRoutes(server, given);
    summaryRoutes(server, given);
    idolRoutes(server, given);
    resultRoutes(server, given);
    trendRoutes(server, given);
    embedRoutes(server, given);
  },
} satisfies Module<Rankings>;
