import type { FastifyInstance } from 'fastify';
import { chainId } from './chain-id.ts';
import { moduleFanRecords } from './module-fan-records.ts';
import { accountRoutes } from './modules/accounts/index.ts';
import { analyticsRoutes } from './modules/analytics/index.ts';
import { artRoutes, avatarUrlOf } from './modules/art/index.ts';
import { best7Routes } from './modules/best7/index.ts';
import { cheerRoutes } from './modules/cheers/index.ts';
import { connectTasks } from './modules/tasks/index.ts';
import { faucetRoutes, pointRoutes } from './modules/points/index.ts';
import { giftRoutes, mallRoutes, orderRoutes } from './modules/shop/index.ts';
import { createHumanCheck, humanCheckRoutes } from './modules/human-check/index.ts';
import { leavingRoutes } from './modules/leaving/index.ts';
import { inboxRoutes } from './modules/mail/index.ts';
import { operatorRoutes } from './modules/operators/index.ts';
import { pageRoutes } from './modules/content/index.ts';
import { profileRoutes } from './modules/profiles/index.ts';
import { songRoutes } from './modules/songs/index.ts';
import { systemRoutes } from './modules/system/index.ts';
import { startVoting, ballotRoutes } from './modules/ballots/index.ts';
import { activityRoutes, currentActivity, idolManagementRoutes, ruleSetRoutes } from './modules/elections/index.ts';
import { quarantineRoutes } from './modules/quarantine/index.ts';
import { idolRoutes, rankingStreamRoutes, resultRoutes, summaryRoutes } from './modules/rankings/index.ts';
import { walletRoutes } from './modules/wallets/index.ts';
import type { Services } from './services.ts';

/** Puts every module's routes on the server. What modules need of each other beyond the services is handed over here. */
export function moduleRoutes(server: FastifyInstance, services: Services): void {
  const { settings } = services;
  void server.register(artRoutes);
  analyticsRoutes(server, services);
  const humanCheck = createHumanCheck(services);
  humanCheckRoutes(server, humanCheck);
  accountRoutes(server, { ...services, humanCheck });
  walletRoutes(server, services);
  leavingRoutes(server, { ...services, records: moduleFanRecords(services) });
  if (settings.devPages && !settings.smtpUrl) inboxRoutes(server, services);
  const tasks = connectTasks(services);
  pointRoutes(server, { ...tasks.points, avatarUrl: avatarUrlOf });
  faucetRoutes(server, services, chainId);
  mallRoutes(server, services);
  orderRoutes(server, services);
  pageRoutes(server, services);
  profileRoutes(server, services);
  operatorRoutes(server, services);

  const voting = startVoting(services);
  server.addHook('onClose', () => voting.close());
  ballotRoutes(server, voting);
  giftRoutes(server, { ...services, catalogue: voting.catalogue });
  cheerRoutes(server, { ...services, catalogue: voting.catalogue });
  best7Routes(server, { ...services, catalogue: voting.catalogue });
  songRoutes(server, services);
  activityRoutes(server, voting);
  rankingStreamRoutes(server, voting);
  summaryRoutes(server, voting);
  idolRoutes(server, voting);
  resultRoutes(server, voting);
  quarantineRoutes(server, voting);
  ruleSetRoutes(server, voting);

  idolManagementRoutes(server, voting);
  tasks.routes(server, voting.catalogue);

  systemRoutes(server, async (at) => (await currentActivity(voting.catalogue, at))?.id ?? null);
}
