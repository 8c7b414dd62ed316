import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './modules/accounts/index.ts';
import { analyticsRoutes } from './modules/analytics/index.ts';
import { artRoutes } from './modules/art/index.ts';
import { createHumanCheck, humanCheckRoutes } from './modules/human-check/index.ts';
import { inboxRoutes } from './modules/mail/index.ts';
import { mallRoutes } from './modules/mall/index.ts';
import { pageRoutes } from './modules/pages/index.ts';
import { pointRoutes } from './modules/points/index.ts';
import { systemRoutes } from './modules/system/index.ts';
import { readPendingTaskPoints, taskRoutes } from './modules/tasks/index.ts';
import {
  activityRoutes,
  byAttention,
  rankingStreamRoutes,
  startVoting,
  summaryRoutes,
  voteRoutes,
} from './modules/votes/index.ts';
import type { Services } from './services.ts';

/** Puts every module's routes on the server. What modules need of each other beyond the services is handed over here. */
export function moduleRoutes(server: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  void server.register(artRoutes);
  analyticsRoutes(server, services);
  const humanCheck = createHumanCheck(services);
  humanCheckRoutes(server, humanCheck);
  accountRoutes(server, { ...services, humanCheck });
  if (settings.devPages && !settings.smtpUrl) inboxRoutes(server, services);
  pointRoutes(server, [(fanId, at) => readPendingTaskPoints(db, { fanId, at, timeZone: settings.platformTimeZone })]);
  taskRoutes(server, services);
  mallRoutes(server, services);
  pageRoutes(server, services);

  const voting = startVoting(services);
  server.addHook('onClose', () => voting.close());
  voteRoutes(server, voting);
  activityRoutes(server, voting);
  rankingStreamRoutes(server, voting);
  summaryRoutes(server, voting);

  systemRoutes(server, async (at) => {
    const [first] = (await voting.catalogue.all()).toSorted(byAttention(at));
    return first?.id ?? null;
  });
}
