import { drawWinners, raffleSeed, rootOf, roundOfRaffle, timeOf } from '@lightstick/chance';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { enqueueJob } from '#/jobs/job.ts';
import { derivedUuid, uuidV7 } from '#/lib/uuid.ts';
import { creditMany } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import type { Beacon } from './beacon.ts';
import { type Campaign, findCampaign, listPrizes, type Prize } from './campaigns.store.ts';
import { endCampaign, graceMs } from './end-campaign.ts';
import { enqueueRaffleNotices } from './notify-raffle.ts';
import { deliverPieces } from './prizes.ts';
import { findSeed } from './seeds.store.ts';

/**
 * When a raffle is drawn at the earliest: at the round that its close and its freeze determine, whatever its beacon. A late
 * freeze means a later round, so that its entries are never chosen by a round that is known.
 */
export function drawsAt(closesAt: Date, frozenAt: Date | null): Date {
  return timeOf(roundOfRaffle(closesAt, frozenAt ?? closesAt));
}

export type Entry = { readonly fanId: number; readonly hash: string; readonly weight: number };

/** The frozen entries of a raffle in the order of the published list. */
export async function listEntries(db: Kysely<DB>, campaignId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select fan_id as "fanId", encode(entry_hash, 'hex') as hash, used as weight from campaign_fan
     where campaign_id = ${campaignId} and is_listed order by entry_hash`.execute(db);
  return rows;
}

/** Jobs at the very times; the job of each minute does what they miss. */
export const freezeJobName = 'freeze-raffle';
export const drawJobName = 'draw-raffle';
const attempts = 8;
/** The clocks of the database, which takes the jobs, and of the cluster may differ. */
const clockMarginMs = 1000;

/** Enqueues the freeze in the publishing transaction. */
export function enqueueFreeze(tx: Transaction<DB>, campaignId: string, closesAt: Date): Promise<void> {
  const at = new Date(closesAt.getTime() + graceMs + clockMarginMs);
  return enqueueJob(tx, freezeJobName, { campaignId }, attempts, `${freezeJobName}:${campaignId}`, at);
}

type DrawServices = Pick<Services, 'db' | 'clusterClock'> & { readonly beacon: Beacon };

/**
 * Freezes a raffle, unless drand has published the round that would draw it: then the clock is behind by a minute or more,
 * fans may have entered knowing who wins, and the freeze waits until the clock is right, for a later round.
 *
 * @returns whether it is frozen
 * @throws Error when the round is known
 */
export async function freezeInTime({ db, beacon, clusterClock }: DrawServices, campaignId: string): Promise<boolean> {
  const campaign = await findCampaign(db, campaignId, { lock: false });
  if (campaign?.beacon === 'drand' && !(await findDraw(db, campaignId))) {
    const round = roundOfRaffle(campaign.closesAt, await clusterClock());
    if (await beacon.fetchRound(round))
      throw new Error(`Raffle ${campaignId} is not frozen: drand has round ${round} already, so the clock is behind`);
  }
  return transactionWithRetry(db, (tx) => freezeRaffle(tx, campaignId, clusterClock));
}

/**
 * Freezes and publishes the entries, once, after the grace in which entries received in time are written. Erased fans are left
 * out, because their prizes would be lost.
 *
 * @param now is asked once nothing can change the list any more: the round follows from it, and must come later
 * @returns whether it is frozen
 */
async function freezeRaffle(tx: Transaction<DB>, campaignId: string, now: () => Promise<Date>): Promise<boolean> {
  const campaign = await findCampaign(tx, campaignId, { lock: true });
  if (campaign?.kind !== 'raffle' || (await findDraw(tx, campaignId))) return true;
  const at = await now();
  if (at.getTime() < campaign.closesAt.getTime() + graceMs) return false;
  await sql`
    update campaign_fan f set is_listed = true
      from fan where f.campaign_id = ${campaignId} and f.used > 0 and fan.id = f.fan_id and fan.erased_at is null`.execute(
    tx,
  );
  const entries = await listEntries(tx, campaignId);
  await tx
    .insertInto('raffle_draw')
    .values({
      campaign_id: campaignId,
      root: Buffer.from(rootOf(entries)),
      entrants: entries.length,
      round: campaign.beacon === 'drand' ? roundOfRaffle(campaign.closesAt, at) : null,
      frozen_at: at,
      drawn_at: entries.length === 0 ? at : null,
    })
    .execute();
  if (entries.length === 0) await endCampaign(tx, campaignId, at);
  const drawnFrom = new Date(drawsAt(campaign.closesAt, at).getTime() + clockMarginMs);
  await enqueueJob(tx, drawJobName, { campaignId }, attempts, `${drawJobName}:${campaignId}`, drawnFrom);
  return true;
}

export type RaffleDraw = {
  readonly root: Buffer;
  readonly entrants: number;
  readonly round: number | null;
  readonly frozenAt: Date;
  readonly signature: Buffer | null;
  readonly drawnAt: Date | null;
};

export async function findDraw(db: Kysely<DB>, campaignId: string): Promise<RaffleDraw | undefined> {
  const { rows } = await sql<RaffleDraw>`
    select root, entrants, round, frozen_at as "frozenAt", signature, drawn_at as "drawnAt"
      from raffle_draw where campaign_id = ${campaignId}`.execute(db);
  return rows[0];
}

/**
 * Draws a frozen raffle once its beacon has spoken; until then the draw waits, and it never changes its source.
 *
 * @returns whether it is drawn
 */
export async function drawRaffle({ db, beacon, clusterClock }: DrawServices, campaignId: string): Promise<boolean> {
  const campaign = await findCampaign(db, campaignId, { lock: false });
  const draw = await findDraw(db, campaignId);
  if (!campaign || !draw) return false;
  if (draw.drawnAt) return true;
  const at = await clusterClock();
  if (at < drawsAt(campaign.closesAt, draw.frozenAt)) return false;
  const signature = await readSignature(db, { campaign, draw, beacon });
  if (!signature) return false;
  await transactionWithRetry(db, (tx) => decide(tx, campaignId, { signature, at }));
  return true;
}

/** The beacon's value: drand's signature of the round, or the organiser's seed. */
async function readSignature(
  db: Kysely<DB>,
  { campaign, draw, beacon }: { campaign: Campaign; draw: RaffleDraw; beacon: Beacon },
): Promise<Uint8Array | undefined> {
  if (draw.round !== null) return beacon.fetchRound(draw.round);
  return (await findSeed(db, campaign.campaignId))?.seed;
}

type Decision = { readonly signature: Uint8Array; readonly at: Date };

/** Writes the winners and their prizes, once. The lock order is campaign, pieces of all winners, ledger. */
async function decide(tx: Transaction<DB>, campaignId: string, { signature, at }: Decision): Promise<void> {
  await findCampaign(tx, campaignId, { lock: true });
  const draw = await findDraw(tx, campaignId);
  if (!draw || draw.drawnAt) return;
  const entries = await listEntries(tx, campaignId);
  const prizes = await listPrizes(tx, campaignId);
  const seed = raffleSeed(signature, draw.root);
  const totals = prizes.map(({ total }) => total);
  const winners = drawWinners(
    seed,
    entries.map(({ weight }) => weight),
    totals,
  );
  await sql`
    update raffle_draw set signature = ${Buffer.from(signature)}, drawn_at = ${at} where campaign_id = ${campaignId}`.execute(
    tx,
  );
  const won = winners.map((winner, place) => {
    const [entry, prize] = [entries[winner.entry], prizes[winner.prize]];
    if (!entry || !prize) throw new Error('A winner has no entry or no prize');
    return { place: place + 1, fanId: entry.fanId, prize };
  });
  await payWinners(tx, { campaignId, won, at });
  await sql`
    update campaign_prize p set drawn = w.count
      from (select position, count(*) from raffle_winner where campaign_id = ${campaignId} group by position) w
     where p.campaign_id = ${campaignId} and p.position = w.position`.execute(tx);
  await endCampaign(tx, campaignId, at);
  await enqueueRaffleNotices(tx, campaignId);
}

type Won = { readonly place: number; readonly fanId: number; readonly prize: Prize };

/** Delivers the winners' prizes: pieces by edition, then the amounts of each asset at once, so that locks keep their order. */
async function payWinners(
  tx: Transaction<DB>,
  { campaignId, won, at }: { campaignId: string; won: readonly Won[]; at: Date },
): Promise<void> {
  if (won.length === 0) return;
  const drawKey = uuidV7(at);
  const keyOf = ({ place }: Won) => derivedUuid(drawKey, `place ${place}`);
  const byEdition = won.toSorted((a, b) => ((a.prize.editionId ?? '') < (b.prize.editionId ?? '') ? -1 : 1));
  const rows = [];
  for (const one of byEdition) {
    const { place, fanId, prize } = one;
    const delivery = { campaignId, fanId, prizes: [prize], key: keyOf(one), reason: 'raffle_prize', at } as const;
    const [piece] = await deliverPieces(tx, delivery);
    rows.push({
      campaign_id: campaignId,
      place,
      fan_id: fanId,
      position: prize.position,
      key: delivery.key,
      order_id: piece?.orderId ?? null,
      serial: piece?.serial ?? null,
      won_at: at,
    });
  }
  await tx.insertInto('raffle_winner').values(rows).execute();
  const byAsset = Map.groupBy(won, ({ prize }) => prize.asset);
  for (const [asset, winners] of [...byAsset].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))) {
    if (asset === null) continue;
    await creditMany(tx, {
      asset,
      pool: { kind: 'issue', name: `campaign ${campaignId}` },
      reason: 'raffle_prize',
      receivedAt: at,
      credits: winners.map((one) => ({ fanId: one.fanId, amount: one.prize.amount ?? 0, key: keyOf(one) })),
    });
  }
}

/** Raffles whose entries are to be frozen, and frozen ones that wait for their draw. */
export async function listDueRaffles(
  db: Kysely<DB>,
  at: Date,
): Promise<{ readonly toFreeze: readonly string[]; readonly toDraw: readonly string[] }> {
  const { rows } = await sql<{ id: string; isFrozen: boolean }>`
    select c.id, d.campaign_id is not null as "isFrozen"
      from campaign c left join raffle_draw d on d.campaign_id = c.id
     where c.kind = 'raffle' and c.ended_at is null and c.closes_at <= ${new Date(at.getTime() - graceMs)}
     order by c.id`.execute(db);
  const idsOf = (isFrozen: boolean) => rows.filter((row) => row.isFrozen === isFrozen).map(({ id }) => id);
  return { toFreeze: idsOf(false), toDraw: idsOf(true) };
}
