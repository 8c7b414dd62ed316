import { sharesHash, sharesOf } from '@lightstick/chance';
import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { poolKinds } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import { ensurePool } from '#/modules/points/index.ts';
import { setAside } from './plans.store.ts';
import { graceMs } from './luck.rules.ts';
import { insertSeed, newSeed } from './seeds.store.ts';

type TextInBothLanguages = Readonly<Record<Language, string>>;

export type NewPacket = {
  readonly packetId: string;
  readonly planId: string;
  readonly activityId: string | null;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly coverSeed: string;
  readonly budget: string;
  readonly asset: string;
  readonly total: number;
  readonly shares: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
};

/**
 * Funds a packet: sets its sum aside, splits it by a new seed and publishes the hashes of both. Returns false, and changes
 * nothing, when the budget has too little.
 */
export async function fundPacket(tx: Transaction<DB>, packet: NewPacket, fundedAt: Date): Promise<boolean> {
  const { packetId, asset, total, shares } = packet;
  const funding = { subjectId: packetId, budgetId: packet.budget, asset, amount: total };
  if (!(await setAside(tx, funding))) return false;
  const seed = newSeed();
  const amounts = sharesOf(seed, total, shares);
  await insertSeed(tx, { subjectId: packetId, epoch: 1, seed, startedAt: fundedAt });
  await sql`
    insert into packet (id, plan_id, activity_id, title, description, cover_seed, asset, total, shares, opens_at,
      closes_at,
                        min_account_age, regions, pool, shares_hash, funded_at)
    select ${packetId}, ${packet.planId}, ${packet.activityId}, ${JSON.stringify(packet.title)}::jsonb,
           ${JSON.stringify(packet.description)}::jsonb, ${packet.coverSeed}, ${asset}, ${total}, ${shares},
             ${packet.opensAt},
           ${packet.closesAt}, make_interval(hours => ${packet.minAccountAgeHours}), ${packet.regions}::text[],
           ${ensurePool(asset, { kind: poolKinds.issue, name: `packet ${packetId}` })},
           ${Buffer.from(sharesHash(seed, { packetId, assetName: asset, amounts }))}, ${fundedAt}`.execute(tx);
  await sql`
    insert into packet_share (packet_id, slot, amount)
    select ${packetId}, s.slot, s.amount from unnest(${amounts}::bigint[]) with ordinality as s (amount, slot)`.execute(
    tx,
  );
  return true;
}

/** A fan's wish for a share. */
export type GrabEntry = {
  readonly packetId: string;
  readonly fanId: number;
  /** The idempotency key of the posting. */
  readonly key: string;
  readonly receivedAt: Date;
  readonly joinedAt: Date;
};

export type Share = { readonly slot: number; readonly amount: number; readonly grabbedAt: Date };

/** `share` is the fan's, of this call or of the first one. */
export type GrabOutcome = {
  readonly verdict: 'grabbed' | 'repeat' | 'soldOut' | 'notOpen' | 'ended' | 'tooYoung';
  readonly share: Share | null;
};

/** Parts of a packet's pool in the ledger; writers of different processes rarely share one. */
export const poolShards = 64;

type GrabRow = Pick<GrabOutcome, 'verdict'> & { readonly [Column in keyof Share]: Share[Column] | null };

const statement = {
  name: 'grab-shares',
  text:
    'select verdict, slot, amount, grabbed_at as "grabbedAt" ' +
    'from grab_shares($1, $2, $3::bigint[], $4::uuid[], $5::timestamptz[], $6::timestamptz[])',
};

/** Writes a batch of grabs of one packet in one commit. */
export async function grabShares(
  pool: Pick<Pool, 'query'>,
  shard: number,
  entries: readonly GrabEntry[],
): Promise<GrabOutcome[]> {
  const { rows } = await pool.query<GrabRow>({
    ...statement,
    values: [
      entries[0]?.packetId,
      shard,
      entries.map(({ fanId }) => fanId),
      entries.map(({ key }) => key),
      entries.map(({ receivedAt }) => receivedAt.toISOString()),
      entries.map(({ joinedAt }) => joinedAt.toISOString()),
    ],
  });
  return rows.map(({ verdict, slot, amount, grabbedAt }) => ({
    verdict,
    share: slot === null || amount === null || grabbedAt === null ? null : { slot, amount, grabbedAt },
  }));
}

/** Reads all grabbed shares of a packet by fan. */
export async function readHolders(db: Kysely<DB>, packetId: string): Promise<ReadonlyMap<number, Share>> {
  const { rows } = await sql<Share & { fanId: number }>`
    select fan_id as "fanId", slot, amount, grabbed_at as "grabbedAt" from packet_share
     where packet_id = ${packetId} and fan_id is not null`.execute(db);
  return new Map(rows.map(({ fanId, ...share }) => [fanId, share]));
}

/** Finds a fan's share of a packet. */
export async function findShare(
  db: Kysely<DB>,
  { packetId, fanId }: { packetId: string; fanId: number },
): Promise<Share | undefined> {
  const { rows } = await sql<Share>`
    select slot, amount, grabbed_at as "grabbedAt" from packet_share
     where packet_id = ${packetId} and fan_id = ${fanId}`.execute(db);
  return rows[0];
}

type PacketToEnd = {
  readonly asset: string;
  readonly taken: number;
  readonly shares: number;
  readonly closesAt: Date;
  readonly endedAt: Date | null;
};

/** Locks a packet against grabs until the commit. */
export async function lockPacket(tx: Transaction<DB>, packetId: string): Promise<PacketToEnd | undefined> {
  const { rows } = await sql<PacketToEnd>`
    select asset, taken, shares, closes_at as "closesAt", ended_at as "endedAt"
      from packet where id = ${packetId} for no key update`.execute(tx);
  return rows[0];
}

/** Marks a packet as ended, with its luckiest share. */
export async function markPacketEnded(tx: Transaction<DB>, packetId: string, at: Date): Promise<void> {
  await sql`
    update packet
       set ended_at = ${at},
           luckiest_slot = (select slot from packet_share where packet_id = ${packetId} and fan_id is not null
                             order by amount desc, slot limit 1)
     where id = ${packetId}`.execute(tx);
}

/** Returns the sum of the grabbed shares of a packet. */
export async function givenOf(db: Kysely<DB>, packetId: string): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    select coalesce(sum(amount), 0)::bigint as given from packet_share
     where packet_id = ${packetId} and fan_id is not null`.execute(db);
  return rows[0]?.given ?? 0;
}

/** Lists the packets that are over and not yet ended. */
export async function listDuePackets(db: Kysely<DB>, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from packet
     where ended_at is null and (sold_out_at is not null or closes_at <= ${new Date(at.getTime() - graceMs)})
     order by closes_at, id`.execute(db);
  return rows.map(({ id }) => id);
}
