import type { Transaction } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import { assertReservedPieces } from '#/modules/shop/index.ts';
import type { Campaign, Prize } from './campaigns.store.ts';
import { countOpenings, findWaiting, insertParticipation } from './participations.store.ts';
import { findPromise } from './seeds.store.ts';

/** Earlier openings must be drawn first, in their own transaction. */
export class EarlierOpeningsWait extends Error {}

/**
 * Asserts that all openings of a locked campaign are drawn, so that the rest is known.
 *
 * @throws EarlierOpeningsWait
 */
export async function assertAllDrawn(tx: Transaction<DB>, campaignId: string): Promise<void> {
  if (await findWaiting(tx, campaignId)) throw new EarlierOpeningsWait(`Openings of ${campaignId} wait for their draw`);
}

type Openings = {
  readonly campaign: Campaign;
  readonly prizes: readonly Prize[];
  readonly fanId: number;
  readonly num: number;
  readonly clientSeed: string | undefined;
  /** The promise for which the client seed was made. */
  readonly commitment: string | undefined;
  readonly paid: number;
  readonly key: string;
  readonly at: Date;
  /** Pays for the openings. It refuses last of all. */
  readonly pay: () => Promise<unknown>;
};

/**
 * Pays for openings of a locked campaign and binds them to the seeds and nonces that decide what they bring. It reads no seed,
 * so a refusal shows nothing of what would have been drawn. The lock order is campaign, fan in it, ledger.
 *
 * @throws Refusal CAMPAIGN_CHANGED when the seed was renewed after the client had made its own
 */
export async function bindOpenings(tx: Transaction<DB>, openings: Openings): Promise<void> {
  const { campaign, prizes, fanId, num, paid, key, at } = openings;
  const { campaignId } = campaign;
  const promise = await findPromise(tx, campaignId);
  if (openings.commitment !== undefined && openings.commitment !== promise.commitment) {
    throw new Refusal('CAMPAIGN_CHANGED');
  }
  await assertReservedPieces(tx, piecesOf(prizes, num));
  await openings.pay();
  const binding = {
    epoch: promise.epoch,
    clientSeed: openings.clientSeed ?? randomBytes(16).toString('hex'),
    firstNonce: campaign.nonce + 1,
    prizeKey: derivedUuid(key, 'prizes'),
  };
  await insertParticipation(tx, { campaignId, fanId, num, paid, binding, key, at });
  await countOpenings(tx, { campaignId, fanId, num });
}

/** Returns the largest number of pieces of each edition that `num` openings can bring. */
function piecesOf(prizes: readonly Prize[], num: number): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>();
  for (const { editionId, total, drawn } of prizes) {
    if (editionId !== null) pieces.set(editionId, Math.min(num, (pieces.get(editionId) ?? 0) + total - drawn));
  }
  return pieces;
}
