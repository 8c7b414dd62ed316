import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { enqueueJob, type Job } from '#/jobs/job.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { findCampaign } from './campaigns.store.ts';
import { type Entrant, listEntrants } from './raffles.store.ts';

const notifyJobName = 'notify-raffle';
const payloadSchema = z.object({ campaignId: z.string() });
const attempts = 8;
/** Fans of one transaction. */
const fansAtOnce = 5_000;

/** Enqueues the notices in the drawing transaction, which would lock the campaign for long if it wrote them. */
export function enqueueRaffleNotices(tx: Transaction<DB>, campaignId: string): Promise<void> {
  return enqueueJob(tx, notifyJobName, { campaignId }, attempts, `${notifyJobName}:${campaignId}`);
}

/** Tells everyone in the list of a drawn raffle how it ended, each fan once. */
export function notifyRaffleJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return {
    name: notifyJobName,
    async run(payload) {
      const { campaignId } = payloadSchema.parse(payload);
      const campaign = await findCampaign(db, campaignId, { lock: false });
      if (!campaign) throw new Error(`There is no raffle ${campaignId}`);
      const about = { campaignId, title: campaign.title, at: await clusterClock() };
      let entrants = await listEntrants(db, campaignId, { after: 0, most: fansAtOnce });
      while (entrants.length > 0) {
        const batch = entrants;
        await transactionWithRetry(db, (tx) => notifyEntrants(tx, about, batch));
        entrants = await listEntrants(db, campaignId, { after: batch.at(-1)?.fanId ?? 0, most: fansAtOnce });
      }
    },
  };
}

type Texts = Readonly<Record<Language, string>>;
type About = { readonly campaignId: string; readonly title: Texts; readonly at: Date };

async function notifyEntrants(
  tx: Transaction<DB>,
  { campaignId, title, at }: About,
  entrants: readonly Entrant[],
): Promise<void> {
  const parameters = { activityId: campaignId, title };
  const won = entrants.flatMap(({ fanId, prizeTitle }) =>
    prizeTitle ? [{ fanId, parameters: { ...parameters, prizeTitle } }] : [],
  );
  const lost = entrants.flatMap(({ fanId, prizeTitle }) => (prizeTitle ? [] : [{ fanId, parameters }]));
  await notify(tx, { kind: 'raffleWon', subject: campaignId, fans: won, at });
  await notify(tx, { kind: 'raffleLost', subject: campaignId, fans: lost, at });
}
