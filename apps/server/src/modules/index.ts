import { taskTypes } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { chainId } from '#/config/providers.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { sweepIdempotencyKeysJob, idempotencyPersonalData } from '#/http/idempotency.ts';
import { publicConfigRoutes } from '#/http/public-config.routes.ts';
import { sweepRateLimitsJob } from '#/http/rate-limit.ts';
import type { Job } from '#/jobs/job.ts';
import { forgetFailedJobsJob } from '#/jobs/queue.ts';
import type { Services, PersonalData } from '#/services.ts';
import {
  accountRoutes,
  sweepAccountsJob,
  accountPersonalData,
  createHumanCheck,
  humanCheckRoutes,
  receivingWallet,
  profileRoutes,
  profileJobs,
  profilePersonalData,
  walletRoutes,
  sweepWalletChallengesJob,
  walletPersonalData,
} from './identity/index.ts';
import { aiHostJobs, aiHostPersonalData, aiHostRoutes } from './ai-host/index.ts';
import { analyticsRoutes, forgetEventsJob } from './analytics/index.ts';
import { artRoutes, avatarUrlOf } from './art/index.ts';
import { startVoting, ballotRoutes, ballotPersonalData, countVotes } from './ballots/index.ts';
import { chainJobs, chainPersonalData, chainRoutes, faucetSender, queueTransaction } from './chain/index.ts';
import { best7Routes, best7PersonalData } from './best7/index.ts';
import { cheerRoutes, cheerPersonalData } from './cheers/index.ts';
import { pageRoutes, watchSimulation } from './content/index.ts';
import {
  activityRoutes,
  currentActivity,
  idolManagementRoutes,
  notifyOfMovedEndsJob,
  ruleSetRoutes,
} from './elections/index.ts';
import { privacyRoutes, eraseFansJob } from './privacy/index.ts';
import {
  chatPersonalData,
  chatRoutes,
  forgetChatJob,
  broadcastJobs,
  broadcastPersonalData,
  liveJobs,
  livePersonalData,
  liveRoutes,
  playbackJobs,
  playbackPersonalData,
} from './live/index.ts';
import { createBeacon, luckJobs, luckPersonalData, luckRoutes, readLastLuck, readLuckTitles } from './luck/index.ts';
import { type Mailer, mailJobs, mailPersonalData } from './mail/index.ts';
import { forgetNoticesJob, noticePersonalData, noticeRoutes, remindOfExpiryJob } from './notices/index.ts';
import { operatorRoutes, operatorPersonalData } from './operators/index.ts';
import {
  faucetRoutes,
  pointRoutes,
  forgetTestCoinHashesJob,
  openLedgerBooksJob,
  countEarnedJob,
  expireAssetsJob,
  faucetPersonalData,
  pointsPersonalData,
} from './points/index.ts';
import { quarantineRoutes, quarantineJobs } from './quarantine/index.ts';
import { idolRoutes, rankingStreamRoutes, resultRoutes, summaryRoutes } from './rankings/index.ts';
import {
  giftRoutes,
  mallRoutes,
  orderRoutes,
  orderJobs,
  giftPersonalData,
  exchangePersonalData,
  orderPersonalData,
  mintSender,
  nftMetadataRoutes,
} from './shop/index.ts';
import { songRoutes, songPersonalData } from './songs/index.ts';
import {
  readBonusTitles,
  readLastStake,
  readPendingBonuses,
  stakingJobs,
  stakingPersonalData,
  stakingRoutes,
} from './staking/index.ts';
import {
  connectTasks,
  countClaims,
  videoJobs,
  rewardInvitesJob,
  markRiddlesJob,
  socialJobs,
  claimJobs,
  videoPersonalData,
  formPersonalData,
  invitePersonalData,
  riddlePersonalData,
  quizPersonalData,
  socialPersonalData,
  taskPersonalData,
  socialModes,
} from './tasks/index.ts';

/** Registers every module's routes, and connects modules beyond the services. */
export function moduleRoutes(server: FastifyInstance, services: Services): void {
  const { settings } = services;
  void server.register(artRoutes);
  analyticsRoutes(server, services);
  const humanCheck = createHumanCheck(services);
  humanCheckRoutes(server, humanCheck);
  accountRoutes(server, { ...services, humanCheck });
  walletRoutes(server, services);
  privacyRoutes(server, { ...services, records: modulePersonalData(services) });
  const { db } = services;
  const tasks = connectTasks(services, [
    { typeIds: taskTypes.luck, lastTime: readLastLuck },
    { typeIds: taskTypes.stake, lastTime: readLastStake },
  ]);
  pointRoutes(server, {
    pending: [...tasks.points.pending, (question) => readPendingBonuses(db, question)],
    titles: {
      ...tasks.points.titles,
      luck: (question) => readLuckTitles(db, question),
      staking: (question) => readBonusTitles(db, question),
    },
    avatarUrl: avatarUrlOf,
  });
  faucetRoutes(server, services, {
    chainId,
    walletOf: async (tx, fanId) => (await receivingWallet(tx, fanId))?.address,
    send: (tx, { target, wei, at }) => queueTransaction(tx, { purpose: 'testCoin', target, value: wei, at }),
  });
  mallRoutes(server, services);
  orderRoutes(server, services);
  nftMetadataRoutes(server, services);
  chainRoutes(server, services);
  pageRoutes(server, services);
  luckRoutes(server, {
    ...services,
    doneOnDay: async (tx, day) => ({ ...(await countClaims(tx, day)), vote: await countVotes(tx, day) }),
  });
  stakingRoutes(server, services);
  liveRoutes(server, services);
  chatRoutes(server, services);
  aiHostRoutes(server, services);
  profileRoutes(server, services);
  noticeRoutes(server, services);
  operatorRoutes(server, services);

  const voting = startVoting(services);
  server.addHook('onClose', () => voting.close());
  ballotRoutes(server, voting);
  giftRoutes(server, { ...services, catalogue: voting.catalogue });
  cheerRoutes(server, { ...services, catalogue: voting.catalogue });
  best7Routes(server, { ...services, catalogue: voting.catalogue });
  songRoutes(server, { ...services, catalogue: voting.catalogue });
  activityRoutes(server, voting);
  rankingStreamRoutes(server, voting);
  summaryRoutes(server, voting);
  idolRoutes(server, voting);
  resultRoutes(server, voting);
  quarantineRoutes(server, voting);
  ruleSetRoutes(server, voting);

  idolManagementRoutes(server, voting);
  tasks.routes(server, voting.catalogue);

  publicConfigRoutes(server, {
    currentActivityId: async (at) => (await currentActivity(voting.catalogue, at))?.id ?? null,
    isDemo: watchSimulation({ db: services.lookUps.db, clock: services.clock }),
    social: socialModes(settings),
  });
}

/** The personal data of every module, for erasure and export. */
export function modulePersonalData({ settings }: Pick<Services, 'settings'>): PersonalData[] {
  return [
    accountPersonalData(createServerKeys(settings.serverSecret)),
    walletPersonalData,
    profilePersonalData,
    socialPersonalData,
    pointsPersonalData,
    invitePersonalData,
    faucetPersonalData(settings),
    taskPersonalData,
    videoPersonalData,
    quizPersonalData,
    riddlePersonalData,
    exchangePersonalData,
    chainPersonalData,
    orderPersonalData(settings),
    luckPersonalData,
    stakingPersonalData,
    livePersonalData,
    broadcastPersonalData,
    chatPersonalData,
    playbackPersonalData,
    aiHostPersonalData,
    ballotPersonalData,
    giftPersonalData,
    cheerPersonalData,
    songPersonalData,
    best7PersonalData,
    mailPersonalData,
    noticePersonalData,
    formPersonalData,
    operatorPersonalData,
    idempotencyPersonalData,
  ];
}

/** Every module's background work. */
export function moduleJobs(services: Services, developmentMailer: Mailer | undefined): Job[] {
  return [
    ...mailJobs(services, developmentMailer),
    sweepAccountsJob(services),
    sweepWalletChallengesJob(services),
    sweepRateLimitsJob(services),
    sweepIdempotencyKeysJob(services),
    forgetFailedJobsJob(services),
    eraseFansJob(services, modulePersonalData(services)),
    ...profileJobs(services),
    ...socialJobs(services),
    ...videoJobs(services),
    forgetEventsJob(services),
    forgetNoticesJob(services),
    forgetChatJob(services),
    remindOfExpiryJob(services),
    notifyOfMovedEndsJob(services),
    openLedgerBooksJob(services.pool),
    countEarnedJob(services),
    expireAssetsJob(services),
    rewardInvitesJob(services),
    ...orderJobs(services),
    ...chainJobs(services, [mintSender(services) ?? [], faucetSender(services) ?? []].flat()),
    markRiddlesJob(services),
    forgetTestCoinHashesJob(services),
    ...claimJobs(services),
    ...quarantineJobs(services),
    ...stakingJobs(services),
    ...liveJobs(services),
    ...broadcastJobs(services),
    ...playbackJobs(services),
    ...aiHostJobs(services),
    ...luckJobs({ ...services, beacon: createBeacon(services) }),
  ];
}
