import { entryHash } from '@lightstick/chance';
import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post, readAvailable } from '#/modules/points/index.ts';
import { assertAllDrawn, bindOpenings } from './bind-openings.ts';
import { type Campaign, findCampaign, leftOf, listPrizes, type Prize, upsertFan } from './campaigns.store.ts';
import { showDrawnPrize } from './results.view.ts';
import { drawPaid } from './draw-prizes.ts';
import { assertEligible, type Participant } from './luck.rules.ts';
import { insertParticipation } from './participations.store.ts';
import { addEntries, findDraw } from './raffles.store.ts';

type Participation = DataOf<Contract['POST /wallet/api/v1/pointsMall/participateActivity']>;

type Intent = Participant & {
  readonly activityId: string;
  readonly num: number;
  readonly clientSeed?: string | undefined;
  readonly commitment?: string | undefined;
  /** The price of one and the odds that the screen showed. */
  readonly price?: number | undefined;
  readonly oddsHash?: string | undefined;
  readonly key: string;
  readonly language: Language;
};

/**
 * Enters a raffle, or pays for boxes and binds them, in one transaction; `openPaid` then draws the boxes. Red-envelope draws are
 * refused as unknown: their attempts are earned.
 *
 * @returns the entry; undefined for boxes
 */
export async function takePart(tx: Transaction<DB>, intent: Intent): Promise<Participation | undefined> {
  const campaign = await findCampaign(tx, intent.activityId, { lock: true });
  if (!campaign || campaign.kind === 'envelope') throw new Refusal('CAMPAIGN_NOT_FOUND');
  if (campaign.kind === 'box') await assertAllDrawn(tx, campaign.campaignId);
  const prizes = campaign.kind === 'box' ? await listPrizes(tx, campaign.campaignId) : [];
  if (campaign.kind === 'box' && leftOf(prizes) === 0 && intent.receivedAt < campaign.closesAt) {
    throw new Refusal('CAMPAIGN_SOLD_OUT');
  }
  assertEligible(campaign, intent);
  // A call that waited until the list was frozen is too late.
  if (campaign.kind === 'raffle' && (await findDraw(tx, campaign.campaignId))) throw new Refusal('CAMPAIGN_ENDED');
  assertAsShown(campaign, intent);
  const used = await upsertFan(tx, { campaign, fanId: intent.fan.id });
  assertWithinLimit(campaign, { used, num: intent.num });
  if (campaign.kind === 'raffle') return enterRaffle(tx, { campaign, used }, intent);
  await payForBoxes(tx, { campaign, prizes }, intent);
  return undefined;
}

function assertAsShown({ price, documentHash }: Campaign, intent: Pick<Intent, 'price' | 'oddsHash'>): void {
  const isPrice = intent.price === undefined || intent.price === price;
  const isOdds = intent.oddsHash === undefined || intent.oddsHash === documentHash.toString('hex');
  if (!isPrice || !isOdds) throw new Refusal('CAMPAIGN_CHANGED');
}

function assertWithinLimit({ perFanLimit: limit }: Campaign, { used, num }: { used: number; num: number }): void {
  if (limit === null || used + num <= limit) return;
  throw new Refusal('CAMPAIGN_LIMIT_REACHED', { limit, left: limit - used });
}

/** Pays the price of `num`. Returns the Points after it. */
async function pay(tx: Transaction<DB>, campaign: Campaign, { fan, num, key, receivedAt }: Intent): Promise<number> {
  const [points] = await post(tx, {
    key,
    receivedAt,
    legs: [
      {
        fanId: fan.id,
        asset: 'POINT',
        direction: 'pays',
        amount: campaign.price * num,
        pool: { kind: 'sink', name: `campaign ${campaign.campaignId}` },
        reason: campaign.kind === 'box' ? 'box_paid' : 'raffle_paid',
      },
    ],
  });
  if (!points) throw new Error('A posting of one leg was answered without it');
  return points.balance;
}

async function payForBoxes(
  tx: Transaction<DB>,
  { campaign, prizes }: { readonly campaign: Campaign; readonly prizes: readonly Prize[] },
  intent: Intent,
): Promise<void> {
  const { num, clientSeed, commitment, key, receivedAt: at } = intent;
  const left = leftOf(prizes);
  if (left < num) throw new Refusal('CAMPAIGN_TOO_MANY', { left });
  const openings = { campaign, prizes, fanId: intent.fan.id, num, clientSeed, commitment, key, at };
  await bindOpenings(tx, { ...openings, paid: campaign.price * num, pay: () => pay(tx, campaign, intent) });
}

/** Draws the boxes that a call has paid for, once, and shows their prizes. */
export async function openPaid(tx: Transaction<DB>, { fan, key, language }: Intent): Promise<Participation> {
  const drawn = await drawPaid(tx, { fanId: fan.id, key });
  const { epoch, commitment, clientSeed } = drawn;
  return {
    ...commonParts(drawn),
    results: drawn.drawn.map((one) => showDrawnPrize(one, language)),
    trace: { epoch, commitment, clientSeed },
    since: drawn.rareWithin === null ? null : drawn.sinceAfter,
    remaining: await readAvailable(tx, { fanId: fan.id, asset: 'POINT' }),
  };
}

function commonParts(part: { campaignId: string; num: number; paid: number; participationId: number }) {
  return {
    participationId: String(part.participationId),
    activityId: part.campaignId,
    num: part.num,
    paid: part.paid,
    results: null,
    trace: null,
    entries: null,
    entryHash: null,
    since: null,
  };
}

/** Takes entries of a raffle. The first one brings the salt that hides the fan in the published list. */
async function enterRaffle(
  tx: Transaction<DB>,
  { campaign, used }: { readonly campaign: Campaign; readonly used: number },
  intent: Intent,
): Promise<Participation> {
  const { fan, num, key, receivedAt: at } = intent;
  const { campaignId } = campaign;
  const paid = campaign.price * num;
  const remaining =
    paid > 0 ? await pay(tx, campaign, intent) : await readAvailable(tx, { fanId: fan.id, asset: 'POINT' });
  const salt = randomBytes(16);
  const own = Buffer.from(entryHash(salt, fan.accountId));
  const listed = await addEntries(tx, { campaignId, fanId: fan.id, num, salt, entryHash: own });
  const participation = { campaignId, fanId: fan.id, num, paid, binding: null, key, at };
  const participationId = await insertParticipation(tx, participation);
  return {
    ...commonParts({ campaignId, num, paid, participationId }),
    entries: used + num,
    entryHash: listed?.toString('hex') ?? null,
    remaining,
  };
}
