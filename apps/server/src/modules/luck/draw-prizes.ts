import { drawOpening } from '@lightstick/chance';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueue, jobKind } from '#/jobs/job.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import { type Leg, post } from '#/modules/points/index.ts';
import { givePieces } from '#/modules/shop/index.ts';
import { type Campaign, findCampaign, listPrizes, type Prize, readSince } from './campaigns.store.ts';
import {
  type BoundParticipation,
  type DrawnPrize,
  findWaiting,
  getBound,
  insertOpenings,
  listDrawn,
  type Piece,
} from './participations.store.ts';
import { findSeed, type Seed } from './seeds.store.ts';

export const endCampaignKind = jobKind('end-campaign', {
  payload: z.object({ campaignId: z.string() }),
  attempts: 7,
});

export type DrawnOpenings = BoundParticipation & {
  readonly drawn: readonly DrawnPrize[];
  readonly sinceAfter: number;
  readonly commitment: string;
} & Pick<Campaign, 'rareWithin' | 'attempts'>;

/** Draws what a fan's call has paid for, unless that is done, and returns what it brought. */
export async function drawPaid(
  tx: Transaction<DB>,
  call: { readonly fanId: number; readonly key: string },
): Promise<DrawnOpenings> {
  const bound = await getBound(tx, call);
  if (bound.sinceAfter !== null) return readDrawn(tx, bound);
  const drawn = await drawWaiting(tx, bound.campaignId);
  // Another call may have drawn it while this one waited for the campaign.
  return drawn?.participationId === bound.participationId ? drawn : readDrawn(tx, await getBound(tx, call));
}

async function readDrawn(tx: Transaction<DB>, bound: BoundParticipation): Promise<DrawnOpenings> {
  const { participationId, campaignId, sinceAfter } = bound;
  const campaign = await findCampaign(tx, campaignId, { lock: false });
  const seed = await findSeed(tx, campaignId, bound.epoch);
  if (sinceAfter === null || !campaign || !seed) throw new Error(`Participation ${participationId} is not drawn`);
  return { ...bound, ...resultOf(campaign, seed), sinceAfter, drawn: await listDrawn(tx, bound) };
}

function resultOf({ rareWithin, attempts }: Campaign, { commitment }: Seed) {
  return { rareWithin, attempts, commitment: commitment.toString('hex') };
}

/** Draws the openings of a campaign that are paid. Returns what they brought; undefined when none waited. */
export async function drawWaiting(tx: Transaction<DB>, campaignId: string): Promise<DrawnOpenings | undefined> {
  const campaign = await findCampaign(tx, campaignId, { lock: true });
  const bound = await findWaiting(tx, campaignId);
  return campaign && bound && draw(tx, campaign, bound);
}

/**
 * Draws the openings of the participation that waits, delivers their prizes and records them. Each prize depends on what the
 * ones before left: so anyone can replay them from the seed. The last prize ends the campaign. Nothing here refuses, and what
 * fails is drawn again from the same seeds. The lock order is campaign, pieces, ledger.
 */
async function draw(tx: Transaction<DB>, campaign: Campaign, bound: BoundParticipation): Promise<DrawnOpenings> {
  const { campaignId, kind, rareWithin } = campaign;
  const { fanId, firstNonce, prizeKey: key, at } = bound;
  const seed = await findSeed(tx, campaignId, bound.epoch);
  if (!seed || seed.revealedAt) throw new Error(`The seed ${bound.epoch} of campaign ${campaignId} is not secret`);
  const prizes = await listPrizes(tx, campaignId);
  const since = await readSince(tx, { campaignId, fanId });
  const replayed = replay(bound, { seed: seed.seed, prizes, rareWithin, since });
  const reason = kind === 'box' ? 'box_prize' : 'envelope_prize';
  const delivery = { campaignId, fanId, prizes: replayed.won, key, reason, at } as const;
  const pieces = await deliverPieces(tx, delivery);
  await creditPrizes(tx, delivery);
  const drawn = replayed.won.map((prize, place) => ({
    nonce: firstNonce + place,
    prize,
    piece: pieces[place] ?? null,
  }));
  await insertOpenings(tx, bound, { drawn, since: replayed.since });
  if (replayed.isSoldOut) {
    await enqueue(tx, endCampaignKind, { campaignId }, { key: `${endCampaignKind.id}:${campaignId}` });
  }
  const shown = drawn.map(({ nonce, prize, piece }) => ({ nonce, prize, serial: piece?.serial ?? null }));
  return { ...bound, ...resultOf(campaign, seed), sinceAfter: replayed.since, drawn: shown };
}

type Urn = {
  readonly seed: Buffer;
  readonly prizes: readonly Prize[];
  readonly rareWithin: number | null;
  readonly since: number;
};

/** Draws the openings one after another from the rest. */
function replay({ num, firstNonce, clientSeed }: BoundParticipation, { seed, prizes, rareWithin, ...before }: Urn) {
  const left = prizes.map(({ total, drawn }) => total - drawn);
  const isRare = prizes.map((prize) => prize.isRare);
  const won: Prize[] = [];
  let { since } = before;
  for (let nonce = firstNonce; nonce < firstNonce + num; nonce += 1) {
    const opening = drawOpening({ seed, nonce, clientSeed, left, isRare, since, rareWithin });
    const prize = prizes[opening.prize];
    if (!prize) throw new Error(`A campaign has no prize ${opening.prize}`);
    won.push(prize);
    left[opening.prize] = (left[opening.prize] ?? 0) - 1;
    since = opening.since;
  }
  return { won, since, isSoldOut: left.every((count) => count === 0) };
}

type Delivery = {
  readonly campaignId: string;
  readonly fanId: number;
  readonly prizes: readonly Prize[];
  /** The idempotency key of the posting, from which those of orders derive. */
  readonly key: string;
  readonly reason: 'box_prize' | 'envelope_prize' | 'raffle_prize';
  readonly at: Date;
};

/**
 * Takes the pieces of prizes, in the order of the prizes; null for an amount. It precedes the ledger's locks, as everywhere
 * where pieces are taken.
 */
export async function deliverPieces(
  tx: Transaction<DB>,
  { fanId, prizes, key, at }: Delivery,
): Promise<(Piece | null)[]> {
  const wanted = new Map<string, number>();
  for (const { editionId } of prizes) if (editionId !== null) wanted.set(editionId, (wanted.get(editionId) ?? 0) + 1);
  const pieces = new Map<string, Piece[]>();
  for (const [editionId, num] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const given = await givePieces(tx, { editionId, fanId, num, key: derivedUuid(key, `pieces ${editionId}`), at });
    pieces.set(
      editionId,
      given.serials.map((serial) => ({ orderId: given.orderId, serial })),
    );
  }
  return prizes.map(({ editionId }) => (editionId === null ? null : (pieces.get(editionId)?.shift() ?? null)));
}

/** Credits the amounts of prizes, one leg for each asset. */
async function creditPrizes(
  tx: Transaction<DB>,
  { campaignId, fanId, prizes, key, reason, at }: Delivery,
): Promise<void> {
  const amounts = new Map<string, number>();
  for (const { asset, amount } of prizes) {
    if (asset !== null && amount !== null) amounts.set(asset, (amounts.get(asset) ?? 0) + amount);
  }
  if (amounts.size === 0) return;
  const legs = [...amounts].map(([asset, amount]): Leg => {
    const pool = { kind: 'issue', name: `campaign ${campaignId}` } as const;
    return { fanId, asset, direction: 'receives', amount, pool, reason };
  });
  await post(tx, { key, receivedAt: at, legs });
}
