import { drawWinners, raffleSeed, rootOf, roundOfRaffle, timeOf } from '@lightstick/chance';
import type { Kysely, Transaction } from 'kysely';
import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import { readSections, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { enqueue, type Job, job, jobKind } from '#/jobs/job.ts';
import { derivedUuid, uuidV7 } from '#/lib/uuid.ts';
import { creditMany } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Beacon } from './beacon.ts';
import { type Campaign, findCampaign, listPrizes, type Prize } from './campaigns.store.ts';
import { endCampaign } from './end-luck.ts';
import { graceMs } from './luck.rules.ts';
import { deliverPieces } from './draw-prizes.ts';
import {
  addDraw,
  addWinners,
  countWonPrizes,
  findDraw,
  fixEntries,
  listEntries,
  markDrawn,
  type RaffleDraw,
  type Winner,
  type Entrant,
  listEntrants,
} from './raffles.store.ts';
import { findSeed } from './seeds.store.ts';

/**
 * Returns when a raffle is drawn at the earliest: at the round that its close and its freeze determine, with any
 * beacon. A late freeze means a later round, so that a known round never chooses its entries.
 */
export function drawsAt(closesAt: Date, frozenAt: Date | null): Date {
  return timeOf(roundOfRaffle(closesAt, frozenAt ?? closesAt));
}

const ofRaffle = { payload: z.object({ campaignId: z.string() }), attempts: 8 };
/** Jobs at the very times; the job of each minute does what they miss. */
export const freezeRaffleKind = jobKind('freeze-raffle', ofRaffle);
export const drawRaffleKind = jobKind('draw-raffle', ofRaffle);
const notifyRaffleKind = jobKind('notify-raffle', ofRaffle);
/** The clocks of the database, which takes the jobs, and of the cluster may differ. */
const clockMarginMs = 1000;

/** Enqueues the freeze in the publishing transaction. */
export function enqueueFreeze(tx: Transaction<DB>, campaignId: string, closesAt: Date): Promise<void> {
  const runAt = new Date(closesAt.getTime() + graceMs + clockMarginMs);
  return enqueue(tx, freezeRaffleKind, { campaignId }, { key: `${freezeRaffleKind.id}:${campaignId}`, runAt });
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
 * Freezes and publishes the entries, once, after the grace in which entries received in time are written.
 *
 * @param now is asked once nothing can change the list any more: the round follows from it, and must come later
 * @returns whether it is frozen
 */
async function freezeRaffle(tx: Transaction<DB>, campaignId: string, now: () => Promise<Date>): Promise<boolean> {
  const campaign = await findCampaign(tx, campaignId, { lock: true });
  if (campaign?.kind !== 'raffle' || (await findDraw(tx, campaignId))) return true;
  const at = await now();
  if (at.getTime() < campaign.closesAt.getTime() + graceMs) return false;
  await fixEntries(tx, campaignId);
  const entries = await listEntries(tx, campaignId);
  const round = campaign.beacon === 'drand' ? roundOfRaffle(campaign.closesAt, at) : null;
  await addDraw(tx, campaignId, { root: rootOf(entries), entrants: entries.length, round, frozenAt: at });
  if (entries.length === 0) await endCampaign(tx, campaignId, at);
  const runAt = new Date(drawsAt(campaign.closesAt, at).getTime() + clockMarginMs);
  await enqueue(tx, drawRaffleKind, { campaignId }, { key: `${drawRaffleKind.id}:${campaignId}`, runAt });
  return true;
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

/** Reads the beacon's value: drand's signature of the round, or the organiser's seed. */
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
  await markDrawn(tx, { campaignId, signature, at });
  const won = winners.map((winner, place) => {
    const [entry, prize] = [entries[winner.entry], prizes[winner.prize]];
    if (!entry || !prize) throw new Error('A winner has no entry or no prize');
    return { place: place + 1, fanId: entry.fanId, prize };
  });
  await payWinners(tx, { campaignId, won, at });
  await countWonPrizes(tx, campaignId);
  await endCampaign(tx, campaignId, at);
  await enqueueRaffleNotices(tx, campaignId);
}

type WonPrize = { readonly place: number; readonly fanId: number; readonly prize: Prize };

/** Delivers the winners' prizes: pieces by edition, then the amounts of each asset at once, so that locks keep their order. */
async function payWinners(
  tx: Transaction<DB>,
  { campaignId, won, at }: { campaignId: string; won: readonly WonPrize[]; at: Date },
): Promise<void> {
  if (won.length === 0) return;
  const drawKey = uuidV7(at);
  const keyOf = ({ place }: WonPrize) => derivedUuid(drawKey, `place ${place}`);
  const byEdition = won.toSorted((a, b) => ((a.prize.editionId ?? '') < (b.prize.editionId ?? '') ? -1 : 1));
  const winners: Winner[] = [];
  for (const one of byEdition) {
    const { place, fanId, prize } = one;
    const delivery = { campaignId, fanId, prizes: [prize], key: keyOf(one), reason: 'raffle_prize', at } as const;
    const [piece] = await deliverPieces(tx, delivery);
    winners.push({ place, fanId, position: prize.position, key: delivery.key, piece: piece ?? null });
  }
  await addWinners(tx, { campaignId, winners, at });
  const byAsset = Map.groupBy(won, ({ prize }) => prize.asset);
  for (const [asset, ofAsset] of [...byAsset].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))) {
    if (asset === null) continue;
    await creditMany(tx, {
      asset,
      pool: { kind: 'issue', name: `campaign ${campaignId}` },
      reason: 'raffle_prize',
      receivedAt: at,
      credits: ofAsset.map((one) => ({ fanId: one.fanId, amount: one.prize.amount ?? 0, key: keyOf(one) })),
    });
  }
}

/** Fans of one transaction. */
const fansAtOnce = 5_000;

/** Enqueues the notices in the drawing transaction, which would lock the campaign for long if it wrote them. */
function enqueueRaffleNotices(tx: Transaction<DB>, campaignId: string): Promise<void> {
  return enqueue(tx, notifyRaffleKind, { campaignId }, { key: `${notifyRaffleKind.id}:${campaignId}` });
}

/** Tells everyone in the list of a drawn raffle how it ended, each fan once. */
export function notifyRaffleJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return job(notifyRaffleKind, async ({ campaignId }) => {
    const campaign = await findCampaign(db, campaignId, { lock: false });
    if (!campaign) throw new Error(`There is no raffle ${campaignId}`);
    const about = { campaignId, title: campaign.title, at: await clusterClock() };
    const read = (section: Section<Entrant>) => listEntrants(db, campaignId, section);
    for await (const entrants of readSections(read, { after: undefined, most: fansAtOnce })) {
      await transactionWithRetry(db, (tx) => notifyEntrants(tx, about, entrants));
    }
  });
}

type TextInBothLanguages = Readonly<Record<Language, string>>;
type About = { readonly campaignId: string; readonly title: TextInBothLanguages; readonly at: Date };

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
