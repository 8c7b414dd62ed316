import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { readAssets } from './assets.view.ts';
import { type AvatarUrl, readFanRanking } from './earned/fan-ranking.view.ts';
import { type PendingSource, readPending } from './pending-points.ts';
import { readReceivedPoints, type TitleSources } from './received-points.view.ts';

/** What the modules in which Points are earned, and the one that draws fans, tell this one. */
export type PointSources = {
  readonly pending: readonly PendingSource[];
  readonly titles: TitleSources;
  readonly avatarUrl: AvatarUrl;
};

/** Serves the calls about balances, Points received and Points to come, and the ranking of fans by what they earned. */
export function pointRoutes(server: FastifyInstance, { pending, titles, avatarUrl }: PointSources): void {
  const { db, settings } = server.services;

  handle(server, 'POST /wallet/api/v1/user/getAssetDetail', async ({ fan, language, country, receivedAt }) => {
    const question = { fanId: fan.id, at: receivedAt, language, country };
    const { pending: pendingPoints } = await readPending(pending, question);
    return readAssets(db, { fanId: fan.id, language, pendingPoints });
  });

  handle(server, 'POST /wallet/api/v1/userExpand/getPendingPoints', ({ fan, language, country, receivedAt }) =>
    readPending(pending, { fanId: fan.id, at: receivedAt, language, country }),
  );

  handle(server, 'POST /wallet/api/v1/userExpand/getReceivedPointRecords', ({ fan, body, language }) =>
    readReceivedPoints(db, titles, { fanId: fan.id, language, ...body }),
  );

  handle(server, 'POST /wallet/api/v1/userExpand/getUserAndAllPointRank', ({ fan, body, receivedAt }) =>
    readFanRanking(db, avatarUrl, { fanId: fan?.id, ...body, at: receivedAt, timeZone: settings.platformTimeZone }),
  );
}
