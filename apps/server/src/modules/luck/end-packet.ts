import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { graceMs } from './end-campaign.ts';
import { returnRest } from './funding.store.ts';
import { revealSeed } from './seeds.store.ts';

/** Queued by the SQL function grab_packet with the last share, too. */
export const endPacketJobName = 'end-packet';

/**
 * Ends a packet that is sold out or over, once: reveals its seed and returns what is left. Grabs that were received in time
 * are written by then.
 */
export async function endPacket(tx: Transaction<DB>, packetId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ asset: string; taken: number; shares: number; closesAt: Date; endedAt: Date | null }>`
    select asset, taken, shares, closes_at as "closesAt", ended_at as "endedAt"
      from packet where id = ${packetId} for no key update`.execute(tx);
  const [packet] = rows;
  if (!packet || packet.endedAt) return;
  const isOver = packet.closesAt.getTime() + graceMs <= at.getTime();
  if (packet.taken < packet.shares && !isOver) return;
  await sql`
    update packet
       set ended_at = ${at},
           luckiest_slot = (select slot from packet_share where packet_id = ${packetId} and fan_id is not null
                             order by amount desc, slot limit 1)
     where id = ${packetId}`.execute(tx);
  await revealSeed(tx, packetId, at);
  const { rows: sums } = await sql<{ given: number }>`
    select coalesce(sum(amount), 0)::bigint as given from packet_share
     where packet_id = ${packetId} and fan_id is not null`.execute(tx);
  await returnRest(tx, packetId, new Map([[packet.asset, sums[0]?.given ?? 0]]));
}

/** Packets that are over and not yet ended. */
export async function listDuePackets(db: Kysely<DB>, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from packet
     where ended_at is null and (sold_out_at is not null or closes_at <= ${new Date(at.getTime() - graceMs)})
     order by closes_at, id`.execute(db);
  return rows.map(({ id }) => id);
}
