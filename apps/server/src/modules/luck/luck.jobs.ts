import * as z from 'zod';
import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import type { Beacon } from './beacon.ts';
import { listDueCampaigns } from './campaigns.store.ts';
import { drawJobName, drawRaffle, freezeInTime, freezeJobName, notifyRaffleJob } from './draw-raffle.ts';
import { drawWaiting, endCampaignJobName } from './draw-prizes.ts';
import { endCampaign, endPacket, endPacketJobName, renewSeed } from './end-luck.ts';
import { listDuePackets } from './packets.store.ts';
import { listCampaignsWithWaiting } from './participations.store.ts';
import { publishLuck } from './publish-luck.ts';
import { listDueRaffles } from './raffles.store.ts';

/** The scheduled job; applying content queues it, too. */
export const moveLuckJobName = 'move-luck';

type JobServices = Pick<Services, 'db' | 'clusterClock' | 'log'> & { readonly beacon: Beacon };

const packetPayload = z.object({ packetId: z.string() });
const campaignPayload = z.object({ campaignId: z.string() });

/** Publishes what opens soon, draws what is paid, ends what is over, and freezes and draws raffles. Each step happens once, however often it runs. */
export function luckJobs(services: JobServices): Job[] {
  const { db, clusterClock } = services;
  return [
    { name: moveLuckJobName, schedule: '* * * * *', run: () => moveLuck(services) },
    {
      name: endPacketJobName,
      async run(payload) {
        const { packetId } = packetPayload.parse(payload);
        const at = await clusterClock();
        await transactionWithRetry(db, (tx) => endPacket(tx, packetId, at));
      },
    },
    {
      name: endCampaignJobName,
      async run(payload) {
        const { campaignId } = campaignPayload.parse(payload);
        const at = await clusterClock();
        await transactionWithRetry(db, (tx) => endCampaign(tx, campaignId, at));
      },
    },
    {
      name: freezeJobName,
      async run(payload) {
        const { campaignId } = campaignPayload.parse(payload);
        if (!(await freezeInTime(services, campaignId)))
          throw new Error(`Raffle ${campaignId} is not over yet by the cluster's clock`);
      },
    },
    {
      name: drawJobName,
      async run(payload) {
        const { campaignId } = campaignPayload.parse(payload);
        if (!(await drawRaffle(services, campaignId))) throw new Error(`Raffle ${campaignId} waits for its beacon`);
      },
    },
    notifyRaffleJob(services),
  ];
}

/** A failure of one plan, packet or campaign does not stop the others; the job fails in the end and is logged. */
async function moveLuck(services: JobServices): Promise<void> {
  const { db, clusterClock, log, beacon } = services;
  const failures: unknown[] = [];
  const attempt = (step: Promise<unknown>) => step.catch((error: unknown) => failures.push(error));
  const attemptInTurn = async (ids: readonly string[], step: (tx: Transaction<DB>, id: string) => Promise<unknown>) => {
    for (const id of ids) await attempt(transactionWithRetry(db, (tx) => step(tx, id)));
  };

  await attempt(
    transactionWithRetry(db, (tx) => publishLuck(tx, { now: clusterClock, beacon: beacon.kind })).then((published) => {
      const { unfunded } = published;
      if (unfunded.length > 0) log.error({ unfunded }, 'Budgets of luck have too little left: raise their amounts');
      failures.push(...published.failures.map(({ planId, error }) => new Error(`Plan ${planId}`, { cause: error })));
    }),
  );
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
  if (failures.length > 0) throw new AggregateError(failures, 'Some of luck could not be moved on');
}
