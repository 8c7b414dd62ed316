import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { findCampaign, leftOf, listPrizes } from './campaigns.store.ts';
import { drawWaiting } from './draw-prizes.ts';
import { returnRest } from './funding.store.ts';
import { findSeed, insertSeed, newSeed, revealSeed } from './seeds.store.ts';

/**
 * Ends a campaign that is sold out or over, once: draws what is paid, reveals its seed and returns what is left to the budgets.
 * Of raffles the caller knows whether they are.
 */
export async function endCampaign(tx: Transaction<DB>, campaignId: string, at: Date): Promise<void> {
  const campaign = await findCampaign(tx, campaignId, { lock: true });
  if (!campaign || campaign.endedAt) return;
  await drawWaiting(tx, campaignId);
  const prizes = await listPrizes(tx, campaignId);
  const isOver = campaign.closesAt.getTime() + graceMs <= at.getTime();
  if (campaign.kind !== 'raffle' && !isOver && leftOf(prizes) > 0) return;
  await sql`update campaign set ended_at = ${at} where id = ${campaignId}`.execute(tx);
  await revealSeed(tx, campaignId, at);
  const given = new Map<string, number>();
  for (const { asset, amount, drawn } of prizes) {
    if (asset !== null && amount !== null) given.set(asset, (given.get(asset) ?? 0) + amount * drawn);
  }
  await returnRest(tx, campaignId, given);
}

/** How long a seed stays secret while prizes are drawn under it. */
export const epochMs = 7 * 24 * 60 * 60_000;

/** Draws what is paid, reveals the seed of a running box or red-envelope draw whose time is over, and promises a new one. */
export async function renewSeed(tx: Transaction<DB>, campaignId: string, at: Date): Promise<void> {
  const campaign = await findCampaign(tx, campaignId, { lock: true });
  const seed = await findSeed(tx, campaignId);
  if (!campaign || campaign.endedAt || !seed || seed.startedAt.getTime() + epochMs > at.getTime()) return;
  await drawWaiting(tx, campaignId);
  await revealSeed(tx, campaignId, at);
  const left = (await listPrizes(tx, campaignId)).map(({ total, drawn }) => total - drawn);
  const start = { firstNonce: campaign.nonce + 1, left };
  await insertSeed(tx, { subjectId: campaignId, epoch: seed.epoch + 1, seed: newSeed(), startedAt: at, start });
}

/** What is received before the end may be written this much later, as votes may. */
export const graceMs = 15_000;

/** Boxes and red-envelope draws that are over, and those whose seed is due. */
export async function listDueCampaigns(
  db: Kysely<DB>,
  at: Date,
): Promise<{ readonly ended: readonly string[]; readonly toRenew: readonly string[] }> {
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    select c.id, c.closes_at <= ${new Date(at.getTime() - graceMs)} as "isOver"
      from campaign c
     where c.ended_at is null and c.kind <> 'raffle'
       and (c.closes_at <= ${new Date(at.getTime() - graceMs)}
            or exists (select from luck_seed s where s.subject_id = c.id and s.revealed_at is null
                                                and s.started_at <= ${new Date(at.getTime() - epochMs)}))
     order by c.id`.execute(db);
  const idsOf = (isOver: boolean) => rows.filter((row) => row.isOver === isOver).map(({ id }) => id);
  return { ended: idsOf(true), toRenew: idsOf(false) };
}
