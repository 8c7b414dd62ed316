import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { keyset, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { accountRows } from '#/modules/identity/index.ts';
import { graceMs } from './luck.rules.ts';

type NewRaffleEntry = {
  readonly campaignId: string;
  readonly fanId: number;
  readonly num: number;
  readonly salt: Buffer;
  readonly entryHash: Buffer;
};

/** Counts entries of a fan in a locked raffle. Returns the fan's hash in the list: the first entry's salt and hash stay. */
export async function addEntries(
  tx: Transaction<DB>,
  { campaignId, fanId, num, salt, entryHash }: NewRaffleEntry,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ entryHash: Buffer }>`
    update campaign_fan
       set used = used + ${num}, salt = coalesce(salt, ${salt}), entry_hash = coalesce(entry_hash, ${entryHash})
     where campaign_id = ${campaignId} and fan_id = ${fanId}
    returning entry_hash as "entryHash"`.execute(tx);
  await sql`update campaign set entries = entries + ${num} where id = ${campaignId}`.execute(tx);
  return rows[0]?.entryHash;
}

/** Forgets the salts, so that a published entry leads to no fan. */
export async function forgetSalts(tx: Transaction<DB>, fanId: number): Promise<void> {
  await sql`update campaign_fan set salt = null where fan_id = ${fanId} and salt is not null`.execute(tx);
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

/** Freezes the list of a raffle: those with entries are in it, but for erased fans, whose prizes would be lost. */
export async function fixEntries(tx: Transaction<DB>, campaignId: string): Promise<void> {
  await sql`
    update campaign_fan f set is_listed = true
      from ${accountRows} a where f.campaign_id = ${campaignId} and f.used > 0 and a.id = f.fan_id
        and a.erased_at is null`.execute(tx);
}

export type RaffleEntry = { readonly fanId: number; readonly hash: string; readonly weight: number };

/** Lists the frozen entries of a raffle in the order of the published list. */
export async function listEntries(db: Kysely<DB>, campaignId: string): Promise<RaffleEntry[]> {
  const { rows } = await sql<RaffleEntry>`
    select fan_id as "fanId", encode(entry_hash, 'hex') as hash, used as weight from campaign_fan
     where campaign_id = ${campaignId} and is_listed order by entry_hash`.execute(db);
  return rows;
}

type Freeze = {
  readonly root: Uint8Array;
  readonly entrants: number;
  /** The round of drand that draws it; null of the organiser's seed. */
  readonly round: number | null;
  readonly frozenAt: Date;
};

/** Publishes the frozen list of a raffle. Without entries it is drawn by that. */
export async function addDraw(
  tx: Transaction<DB>,
  campaignId: string,
  { root, entrants, round, frozenAt }: Freeze,
): Promise<void> {
  await sql`
    insert into raffle_draw (campaign_id, root, entrants, round, frozen_at, drawn_at)
    values (${campaignId}, ${Buffer.from(root)}, ${entrants}, ${round}, ${frozenAt},
            ${entrants === 0 ? frozenAt : null})`.execute(tx);
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

/** Records the value of the beacon by which a raffle was drawn, and the time. */
export async function markDrawn(
  tx: Transaction<DB>,
  { campaignId, signature, at }: { readonly campaignId: string; readonly signature: Uint8Array; readonly at: Date },
): Promise<void> {
  await sql`
    update raffle_draw set signature = ${Buffer.from(signature)}, drawn_at = ${at}
      where campaign_id = ${campaignId}`.execute(tx);
}

export type Winner = {
  readonly place: number;
  readonly fanId: number;
  /** The position of the prize in the document. */
  readonly position: number;
  /** The idempotency key of the prize. */
  readonly key: string;
  readonly piece: { readonly orderId: number; readonly serial: number } | null;
};

/** Writes the winners of a raffle. */
export async function addWinners(
  tx: Transaction<DB>,
  { campaignId, winners, at }: { readonly campaignId: string; readonly winners: readonly Winner[]; readonly at: Date },
): Promise<void> {
  await sql`
    insert into raffle_winner (campaign_id, won_at, place, fan_id, position, key, order_id, serial)
    select ${campaignId}, ${at}, w.place, w.fan_id, w.position, w.key, w.order_id, w.serial
      from unnest(${winners.map(({ place }) => place)}::integer[],
                  ${winners.map(({ fanId }) => fanId)}::bigint[],
                  ${winners.map(({ position }) => position)}::integer[],
                  ${winners.map(({ key }) => key)}::uuid[],
                  ${winners.map(({ piece }) => piece?.orderId ?? null)}::bigint[],
                  ${winners.map(({ piece }) => piece?.serial ?? null)}::integer[])
        as w (place, fan_id, position, key, order_id, serial)`.execute(tx);
}

/** Counts the written winners for the prizes of their raffle. */
export async function countWonPrizes(tx: Transaction<DB>, campaignId: string): Promise<void> {
  await sql`
    update campaign_prize p set drawn = w.count
      from (select position, count(*) from raffle_winner where campaign_id = ${campaignId} group by position) w
     where p.campaign_id = ${campaignId} and p.position = w.position`.execute(tx);
}

/** A fan in the list of a raffle, with the title of the prize, if any. */
export type Entrant = { readonly fanId: number; readonly prizeTitle: Readonly<Record<Language, string>> | null };

const byFan = keyset<Pick<Entrant, 'fanId'>>({ fanId: 'f.fan_id' });

/** Lists a section of the listed fans, with what each won. */
export async function listEntrants(
  db: Kysely<DB>,
  campaignId: string,
  { after, most }: Section<Pick<Entrant, 'fanId'>>,
): Promise<Entrant[]> {
  const { rows } = await sql<Entrant>`
    select f.fan_id as "fanId", p.title as "prizeTitle"
      from campaign_fan f
      left join raffle_winner w on w.campaign_id = f.campaign_id and w.fan_id = f.fan_id
      left join campaign_prize p on p.campaign_id = w.campaign_id and p.position = w.position
     where f.campaign_id = ${campaignId} and f.is_listed and ${byFan.isAfter(after)}
     ${byFan.first(most)}`.execute(db);
  return rows;
}
