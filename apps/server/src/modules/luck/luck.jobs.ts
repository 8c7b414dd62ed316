import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { attemptSteps } from '#/jobs/attempt-steps.ts';
import { type Job, job, jobKind, noPayload } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import type { Beacon } from './beacon.ts';
import { listDueCampaigns } from './campaigns.store.ts';
import { drawRaffle, drawRaffleKind, freezeInTime, freezeRaffleKind, notifyRaffleJob } from './draw-raffle.ts';
import { drawWaiting, endCampaignKind } from './draw-prizes.ts';
import { endCampaign, endPacket, endPacketKind, renewSeed } from './end-luck.ts';
import { listDuePackets } from './packets.store.ts';
import { listCampaignsWithWaiting } from './participations.store.ts';
import { notifyOfLuckJob } from './notify-of-luck.ts';
import { publishLuck } from './publish-luck.ts';
import { listDueRaffles } from './raffles.store.ts';

/** The scheduled job; applying content enqueues it, too. */
export const moveLuckKind = jobKind('move-luck', { payload: noPayload, attempts: 7 });

type JobServices = Pick<Services, 'db' | 'clusterClock' | 'log' | 'settings'> & { readonly beacon: Beacon };

/**
 * Publishes what opens soon, draws what is paid, ends what is over, and freezes and draws raffles. Each step happens
 * once, even if it runs often.
 */
export function luckJobs(services: JobServices): Job[] {
  const { db, clusterClock } = services;
  return [
    job(moveLuckKind, () => moveLuck(services)),
    job(endPacketKind, async ({ packetId }) => {
      const at = await clusterClock();
      await transactionWithRetry(db, (tx) => endPacket(tx, packetId, at));
    }),
    job(endCampaignKind, async ({ campaignId }) => {
      const at = await clusterClock();
      await transactionWithRetry(db, (tx) => endCampaign(tx, campaignId, at));
    }),
    job(freezeRaffleKind, async ({ campaignId }) => {
      if (!(await freezeInTime(services, campaignId)))
        throw new Error(`Raffle ${campaignId} is not over yet by the cluster's clock`);
    }),
    job(drawRaffleKind, async ({ campaignId }) => {
      if (!(await drawRaffle(services, campaignId))) throw new Error(`Raffle ${campaignId} waits for its beacon`);
    }),
    notifyRaffleJob(services),
    notifyOfLuckJob(services),
  ];
}

/**
 * Moves every plan, packet and campaign on; a failure of one does not stop the others, and the job fails in the end and
 * is logged.
 */
function moveLuck(services: JobServices): Promise<void> {
  const { db, clusterClock, log, beacon } = services;
  return attemptSteps('Some of luck could not be moved on', async ({ attempt, fail }) => {
    const attemptInTurn = async (
      ids: readonly string[],
      step: (tx: Transaction<DB>, id: string) => Promise<unknown>,
    ) => {
      for (const id of ids) await attempt(transactionWithRetry(db, (tx) => step(tx, id)));
    };

    const published = await attempt(
      transactionWithRetry(db, (tx) => publishLuck(tx, { now: clusterClock, beacon: beacon.kind })),
    );
    const { unfunded = [], failures = [] } = published ?? {};
    if (unfunded.length > 0) log.error({ unfunded }, 'Budgets of luck have too little left: raise their amounts');
    for (const { planId, error } of failures) fail(new Error(`Plan ${planId}`, { cause: error }));
    await attemptInTurn(await listCampaignsWithWaiting(db), drawWaiting);
    const at = await clusterClock();
    await attemptInTurn(await listDuePackets(db, at), (tx, id) => endPacket(tx, id, at));
    const { ended, toRenew } = await listDueCampaigns(db, at);
    await attemptInTurn(ended, (tx, id) => endCampaign(tx, id, at));
    await attemptInTurn(toRenew, (tx, id) => renewSeed(tx, id, at));
    const { toFreeze, toDraw } = await listDueRaffles(db, at);
    // Together and last, because a silent relay takes its time.
    await Promise.all(toFreeze.map((id) => attempt(freezeInTime(services, id))));
    await Promise.all(toDraw.map((id) => attempt(drawRaffle(services, id))));
  });
}
