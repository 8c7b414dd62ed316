import { taskTypes } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { chainId } from '#/config/providers.ts';
import { idempotencyPersonalData, sweepIdempotencyKeysJob } from '#/http/idempotency.ts';
import { publicConfigRoutes } from '#/http/public-config.routes.ts';
import { sweepRateLimitsJob } from '#/http/rate-limit.ts';
import type { Job } from '#/jobs/job.ts';
import { forgetFailedJobsJob } from '#/jobs/queue.ts';
import type { PersonalData, Services } from '#/services.ts';
import { aiHost } from './ai-host/index.ts';
import { analytics } from './analytics/index.ts';
import { art } from './art/index.ts';
import { ballots, countVotes, startVoting } from './ballots/index.ts';
import { best7 } from './best7/index.ts';
import { brand } from './brand/index.ts';
import { chain, faucetSender, queueTransaction } from './chain/index.ts';
import { cheers } from './cheers/index.ts';
import { content, watchSimulation } from './content/index.ts';
import { doctor } from './doctor/index.ts';
import { currentActivity, elections } from './elections/index.ts';
import { following, listFollowers } from './following/index.ts';
import { faceRows, identity, presentFan, receivingWallet } from './identity/index.ts';
import { live } from './live/index.ts';
import { luck, readLastLuck, readLuckTitles } from './luck/index.ts';
import { mail, type Mailer } from './mail/index.ts';
import { notices, notify } from './notices/index.ts';
import { operators } from './operators/index.ts';
import { points } from './points/index.ts';
import { privacy } from './privacy/index.ts';
import { progress } from './progress/index.ts';
import { quarantine } from './quarantine/index.ts';
import { rankings } from './rankings/index.ts';
import { mintSender, shop } from './shop/index.ts';
import { songs } from './songs/index.ts';
import { readBonusTitles, readLastStake, readPendingBonuses, staking } from './staking/index.ts';
import { addInvite, connectTasks, countClaims, socialModes, tasks, watchBanners } from './tasks/index.ts';
import { recordEvent, webhooks } from './webhooks/index.ts';

/** Registers every module's routes, and connects modules beyond the services. */
export function moduleRoutes(server: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  art.routes(server, services);
  brand.routes(server, services);
  analytics.routes(server, services);
  identity.routes(server, {
    ...services,
    addInvite,
    notifyOfWallet: (tx, { kind, fanId, subject, address, now }) =>
      notify(tx, { kind, subject, fans: [{ fanId, parameters: { wallet: address } }], at: now }),
  });
  privacy.routes(server, { ...services, records: modulePersonalData(services) });
  const connectedTasks = connectTasks(services, [
    { typeIds: taskTypes.luck, lastTime: readLastLuck },
    { typeIds: taskTypes.stake, lastTime: readLastStake },
  ]);
  points.routes(server, {
    ...services,
    pending: [...connectedTasks.points.pending, (question) => readPendingBonuses(db, question)],
    titles: {
      ...connectedTasks.points.titles,
      luck: (question) => readLuckTitles(db, question),
      staking: (question) => readBonusTitles(db, question),
    },
    presentFan,
    faces: faceRows,
    faucetChain: {
      chainId,
      walletOf: async (tx, fanId) => (await receivingWallet(tx, fanId))?.address,
      send: (tx, { target, wei, at }) => queueTransaction(tx, { purpose: 'testCoin', target, value: wei, at }),
    },
  });
  chain.routes(server, services);
  content.routes(server, services);
  luck.routes(server, {
    ...services,
    doneOnDay: async (tx, day) => ({ ...(await countClaims(tx, day)), vote: await countVotes(tx, day) }),
  });
  staking.routes(server, services);
  live.routes(server, services);
  aiHost.routes(server, services);
  notices.routes(server, services);
  operators.routes(server, services);
  webhooks.routes(server, services);

  const banners = watchBanners(services);
  const voting = startVoting({ ...services, nameHomeBanners: banners.nameOfHome });
  server.addHook('onClose', () => voting.close());
  const given = { ...services, ...voting };
  ballots.routes(server, given);
  shop.routes(server, given);
  cheers.routes(server, given);
  best7.routes(server, given);
  songs.routes(server, given);
  elections.routes(server, given);
  rankings.routes(server, given);
  following.routes(server, given);
  progress.routes(server, services);
  quarantine.routes(server, given);
  connectedTasks.routes(server, { catalogue: voting.catalogue, banners });

  publicConfigRoutes(server, {
    currentActivityId: async (at) => (await currentActivity(voting.catalogue, at))?.id ?? null,
    isDemo: watchSimulation({ db: services.lookUps.db, clock: services.clock }),
    social: socialModes(settings),
  });
}

/** Returns the personal data of every module, for erasure and export. */
export function modulePersonalData(given: Pick<Services, 'settings'>): PersonalData[] {
  const modules = [
    identity,
    points,
    // Before modules that lock the fan, because its job locks its cursor first.
    progress,
    tasks,
    shop,
    chain,
    luck,
    staking,
    live,
    aiHost,
    ballots,
    cheers,
    songs,
    best7,
    following,
    mail,
    notices,
    operators,
    webhooks,
  ];
  return [...modules.flatMap((module) => module.personalData(given)), idempotencyPersonalData];
}

/** Returns every module's background work. */
export function moduleJobs(services: Services, developmentMailer: Mailer | undefined): Job[] {
  const modules = [
    identity,
    tasks,
    analytics,
    notices,
    following,
    points,
    progress,
    shop,
    quarantine,
    staking,
    live,
    aiHost,
    luck,
    doctor,
    webhooks,
  ];
  return [
    ...mail.jobs({ ...services, developmentMailer }),
    sweepRateLimitsJob(services),
    sweepIdempotencyKeysJob(services),
    forgetFailedJobsJob(services),
    ...privacy.jobs({ ...services, records: modulePersonalData(services) }),
    ...chain.jobs({ ...services, senders: [mintSender(services) ?? [], faucetSender(services) ?? []].flat() }),
    ...elections.jobs({ ...services, listFollowers }),
    ...operators.jobs({
      ...services,
      tellOfToken: (tx, { operator, name, expiresAt: endsAt }, at) =>
        recordEvent(tx, {
          type: 'alert',
          subject: `token ${operator} ${name}`,
          facts: { kind: 'operatorTokenEnds', operator, token: name, endsAt: endsAt.toISOString() },
          at,
        }),
    }),
    ...modules.flatMap((module) => module.jobs(services)),
  ];
}
