import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { jobKind } from '#/jobs/job.ts';
import { findCampaign, leftOf, listPrizes, markEnded } from './campaigns.store.ts';
import { drawWaiting } from './draw-prizes.ts';
import { returnRest } from './plans.store.ts';
import { epochMs, graceMs } from './luck.rules.ts';
import { givenOf, lockPacket, markPacketEnded } from './packets.store.ts';
import { findSeed, insertSeed, newSeed, revealSeed } from './seeds.store.ts';

/**
 * Ends a campaign that is sold out or over, once: draws paid openings, reveals its seed and returns the rest to the
 * budgets. Of raffles the caller knows whether they are.
 */
export async function endCampaign(tx: Transaction<DB>, campaignId: string, at: Date): Promise<void> {
  const campaign = await findCampaign(tx, campaignId, { lock: true });
  if (!campaign || campaign.endedAt) return;
  await drawWaiting(tx, campaignId);
  const prizes = await listPrizes(tx, campaignId);
  const isOver = campaign.closesAt.getTime() + graceMs <= at.getTime();
  if (campaign.kind !== 'raffle' && !isOver && leftOf(prizes) > 0) return;
  await markEnded(tx, campaignId, at);
  await revealSeed(tx, campaignId, at);
  const given = new Map<string, number>();
  for (const { asset, amount, drawn } of prizes) {
    if (asset !== null && amount !== null) given.set(asset, (given.get(asset) ?? 0) + amount * drawn);
  }
  await returnRest(tx, campaignId, given);
}

/** The SQL function grab_shares enqueues it with the last share. */
export const endPacketKind = jobKind('end-packet', { payload: z.object({ packetId: z.string() }), attempts: 7 });

/**
 * Ends a packet that is sold out or over, once: reveals its seed and returns the rest. Grabs that were received in time
 * are written by then.
 */
export async function endPacket(tx: Transaction<DB>, packetId: string, at: Date): Promise<void> {
  const packet = await lockPacket(tx, packetId);
  if (!packet || packet.endedAt) return;
  const isOver = packet.closesAt.getTime() + graceMs <= at.getTime();
  if (packet.taken < packet.shares && !isOver) return;
  await markPacketEnded(tx, packetId, at);
  await revealSeed(tx, packetId, at);
  await returnRest(tx, packetId, new Map([[packet.asset, await givenOf(tx, packetId)]]));
}

/**
 * Draws paid openings, reveals the seed of a running box or red-envelope draw whose time has ended, and promises a new
 * one.
 */
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
