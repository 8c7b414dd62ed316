import { drawOpening } from '@lightstick/chance';
import { sql, type Transaction } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import { type Campaign, insertParticipation, type Prize } from './campaigns.store.ts';
import { enqueueEnd } from './end-campaign.ts';
import { creditPrizes, deliverPieces, type Piece } from './prizes.ts';
import { findSeed } from './seeds.store.ts';

/** A locked campaign with a fan who may draw from it `num` times. */
type Drawing = {
  readonly campaign: Campaign;
  readonly prizes: readonly Prize[];
  readonly fan: { readonly id: number; readonly since: number };
  readonly num: number;
  readonly clientSeed: string | undefined;
  /** The promise for which the client seed was made. */
  readonly commitment: string | undefined;
  readonly paid: number;
  readonly key: string;
  readonly at: Date;
  /** Pays for the openings after the pieces are taken, before the prizes are credited. */
  pay(): Promise<number | undefined>;
};

export type DrawnPrize = { readonly nonce: number; readonly prize: Prize; readonly piece: Piece | null };

export type Drawn = {
  readonly participationId: number;
  readonly drawn: readonly DrawnPrize[];
  readonly clientSeed: string;
  readonly epoch: number;
  readonly commitment: Buffer;
  readonly since: number;
  /** Points after it; undefined when none moved. */
  readonly points: number | undefined;
};

/**
 * Draws prizes, delivers and records them. The nonces have no gaps, because the campaign is locked until the commit, and each
 * prize depends on what the ones before left: so anyone can replay them from the seed. The last prize ends the campaign.
 * The lock order is campaign, fan in it, pieces, ledger.
 *
 * @throws Refusal CAMPAIGN_CHANGED when the seed was renewed after the client had made its own
 */
export async function drawPrizes(tx: Transaction<DB>, drawing: Drawing): Promise<Drawn> {
  const { campaign, prizes, fan, num, key, at } = drawing;
  const { campaignId } = campaign;
  const seed = await findSeed(tx, campaignId);
  if (!seed || seed.revealedAt) throw new Error(`Campaign ${campaignId} has no secret seed`);
  const promised = seed.commitment.toString('hex');
  if (drawing.commitment !== undefined && drawing.commitment !== promised) throw new Refusal('CAMPAIGN_CHANGED');
  const clientSeed = drawing.clientSeed ?? randomBytes(16).toString('hex');
  const { positions, left, since } = replay({ ...drawing, seed: seed.seed, clientSeed });
  const won = positions.map((position) => prizeAt(prizes, position));

  const prizeKey = derivedUuid(key, 'prizes');
  const reason = campaign.kind === 'box' ? 'box_prize' : 'envelope_prize';
  const delivery = { campaignId, fanId: fan.id, prizes: won, key: prizeKey, reason, at } as const;
  const pieces = await deliverPieces(tx, delivery);
  const afterPayment = await drawing.pay();
  const points = (await creditPrizes(tx, delivery)) ?? afterPayment;

  const { paid } = drawing;
  const participation = { campaignId, fanId: fan.id, num, paid, clientSeed, key, prizeKey, at };
  const participationId = await insertParticipation(tx, participation);
  const drawn = won.map((prize, place) => ({
    nonce: campaign.nonce + 1 + place,
    prize,
    piece: pieces[place] ?? null,
  }));
  await insertOpenings(tx, { campaignId, participationId, fanId: fan.id, drawn, at });
  await countDrawn(tx, { campaignId, fanId: fan.id, positions, since });
  if (left.every((count) => count === 0)) await enqueueEnd(tx, campaignId);
  return { participationId, drawn, clientSeed, epoch: seed.epoch, commitment: seed.commitment, since, points };
}

/** Draws the openings one after another from what is left. */
function replay({ campaign, prizes, fan, num, seed, clientSeed }: Drawing & { seed: Buffer; clientSeed: string }) {
  const left = prizes.map(({ total, drawn }) => total - drawn);
  const isRare = prizes.map((prize) => prize.isRare);
  const { rareWithin } = campaign;
  const positions: number[] = [];
  let { since } = fan;
  for (let place = 1; place <= num; place += 1) {
    const nonce = campaign.nonce + place;
    const opening = drawOpening({ seed, nonce, clientSeed, left, isRare, since, rareWithin });
    positions.push(opening.prize);
    left[opening.prize] = (left[opening.prize] ?? 0) - 1;
    since = opening.since;
  }
  return { positions, left, since };
}

function prizeAt(prizes: readonly Prize[], position: number): Prize {
  const prize = prizes[position];
  if (!prize) throw new Error(`A campaign has no prize ${position}`);
  return prize;
}

type Openings = {
  readonly campaignId: string;
  readonly participationId: number;
  readonly fanId: number;
  readonly drawn: readonly DrawnPrize[];
  readonly at: Date;
};

async function insertOpenings(
  tx: Transaction<DB>,
  { campaignId, participationId, fanId, drawn, at }: Openings,
): Promise<void> {
  await tx
    .insertInto('campaign_opening')
    .values(
      drawn.map(({ nonce, prize, piece }) => ({
        campaign_id: campaignId,
        nonce,
        participation_id: participationId,
        fan_id: fanId,
        position: prize.position,
        order_id: piece?.orderId ?? null,
        serial: piece?.serial ?? null,
        opened_at: at,
      })),
    )
    .execute();
}

async function countDrawn(
  tx: Transaction<DB>,
  count: { campaignId: string; fanId: number; positions: readonly number[]; since: number },
): Promise<void> {
  const { campaignId, fanId, positions, since } = count;
  await sql`
    with counted as (
      update campaign_prize p set drawn = p.drawn + d.count
        from (select position, count(*) from unnest(${positions}::integer[]) as position group by position) d
       where p.campaign_id = ${campaignId} and p.position = d.position
    ), numbered as (
      update campaign set nonce = nonce + ${positions.length} where id = ${campaignId}
    )
    update campaign_fan set used = used + ${positions.length}, since = ${since}
     where campaign_id = ${campaignId} and fan_id = ${fanId}`.execute(tx);
}
