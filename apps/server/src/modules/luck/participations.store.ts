import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { listPrizes, type Prize } from './campaigns.store.ts';

/** What openings were paid for: a secret seed, a client seed and nonces, before anything of them is drawn. */
export type Binding = {
  readonly epoch: number;
  readonly clientSeed: string;
  readonly firstNonce: number;
  /** The idempotency key of the prizes in the ledger. */
  readonly prizeKey: string;
};

export type NewParticipation = {
  readonly campaignId: string;
  readonly fanId: number;
  readonly num: number;
  readonly paid: number;
  /** Null of a raffle. */
  readonly binding: Binding | null;
  readonly key: string;
  readonly at: Date;
};

/** Returns the id. */
export async function insertParticipation(tx: Transaction<DB>, participation: NewParticipation): Promise<number> {
  const { campaignId, fanId, num, paid, binding, key, at } = participation;
  const { epoch = null, clientSeed = null, firstNonce = null, prizeKey = null } = binding ?? {};
  const { rows } = await sql<{ id: number }>`
    insert into participation
           (campaign_id, fan_id, num, paid, key, at, epoch, client_seed, first_nonce, prize_key)
    values (${campaignId}, ${fanId}, ${num}, ${paid}, ${key}, ${at},
            ${epoch}, ${clientSeed}, ${firstNonce}, ${prizeKey})
    returning id`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error(`The participation of the key ${key} was not written`);
  return inserted.id;
}

/** Counts openings that are paid for, in their locked campaign and for the fan. */
export async function countOpenings(
  tx: Transaction<DB>,
  { campaignId, fanId, num }: Pick<NewParticipation, 'campaignId' | 'fanId' | 'num'>,
): Promise<void> {
  await sql`
    with numbered as (
      update campaign set nonce = nonce + ${num} where id = ${campaignId}
    )
    update campaign_fan set used = used + ${num} where campaign_id = ${campaignId} and fan_id = ${fanId}`.execute(tx);
}

/** A participation whose openings are paid, and drawn once `sinceAfter` is known. */
export type BoundParticipation = Binding & {
  readonly participationId: number;
  readonly campaignId: string;
  readonly fanId: number;
  readonly num: number;
  readonly paid: number;
  /** The fan's openings since a rare prize, after these. */
  readonly sinceAfter: number | null;
  readonly at: Date;
};

const boundColumns = sql.raw(`
  id as "participationId", campaign_id as "campaignId", fan_id as "fanId", num, paid, epoch,
  client_seed as "clientSeed", first_nonce as "firstNonce", prize_key as "prizeKey", since_after as "sinceAfter", at`);

const isWaiting = sql.raw('first_nonce is not null and since_after is null');

/** Finds the participation of a locked campaign that is paid and waits for its draw; there is at most one. */
export async function findWaiting(db: Kysely<DB>, campaignId: string): Promise<BoundParticipation | undefined> {
  const { rows } = await sql<BoundParticipation>`
    select ${boundColumns} from participation where campaign_id = ${campaignId} and ${isWaiting}`.execute(db);
  return rows[0];
}

/** Lists the campaigns with a participation that is paid and waits for its draw. */
export async function listCampaignsWithWaiting(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select campaign_id as id from participation where ${isWaiting}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the participation of a fan's call. */
export async function getBound(
  db: Kysely<DB>,
  { fanId, key }: { fanId: number; key: string },
): Promise<BoundParticipation> {
  const { rows } = await sql<BoundParticipation>`
    select ${boundColumns} from participation where fan_id = ${fanId} and key = ${key}`.execute(db);
  const [bound] = rows;
  if (!bound) throw new Error(`No openings were paid for under the key ${key}`);
  return bound;
}

/** The piece that a prize of an NFT edition became. */
export type Piece = { readonly orderId: number; readonly serial: number };

export type DrawnPrize = { readonly nonce: number; readonly prize: Prize; readonly serial: number | null };

export type NewOpening = { readonly nonce: number; readonly prize: Prize; readonly piece: Piece | null };

/** Writes the drawn prizes of a participation, and counts them for prizes and fan. */
export async function insertOpenings(
  tx: Transaction<DB>,
  { participationId, campaignId, fanId, at }: BoundParticipation,
  { drawn, since }: { readonly drawn: readonly NewOpening[]; readonly since: number },
): Promise<void> {
  await sql`
    insert into campaign_opening
           (campaign_id, participation_id, fan_id, opened_at, nonce, position, order_id, serial)
    select ${campaignId}, ${participationId}, ${fanId}, ${at}, o.nonce, o.position, o.order_id, o.serial
      from unnest(${drawn.map(({ nonce }) => nonce)}::integer[],
                  ${drawn.map(({ prize }) => prize.position)}::integer[],
                  ${drawn.map(({ piece }) => piece?.orderId ?? null)}::bigint[],
                  ${drawn.map(({ piece }) => piece?.serial ?? null)}::integer[])
        as o (nonce, position, order_id, serial)`.execute(tx);
  await sql`
    with counted as (
      update campaign_prize p set drawn = p.drawn + d.count
        from (select position, count(*) from unnest(${drawn.map(({ prize }) => prize.position)}::integer[]) as position
               group by position) d
       where p.campaign_id = ${campaignId} and p.position = d.position
    ), waited as (
      update campaign_fan set since = ${since} where campaign_id = ${campaignId} and fan_id = ${fanId}
    )
    update participation set since_after = ${since} where id = ${participationId}`.execute(tx);
}

/** Lists the drawn prizes of a participation, in the order of the nonces. */
export async function listDrawn(
  db: Kysely<DB>,
  { participationId, campaignId }: Pick<BoundParticipation, 'participationId' | 'campaignId'>,
): Promise<DrawnPrize[]> {
  const { rows } = await sql<{ nonce: number; position: number; serial: number | null }>`
    select nonce, position, serial from campaign_opening where participation_id = ${participationId}
      order by nonce`.execute(db);
  const prizes = await listPrizes(db, campaignId);
  return rows.map(({ nonce, position, serial }) => {
    const prize = prizes[position];
    if (!prize) throw new Error(`Campaign ${campaignId} has no prize ${position}`);
    return { nonce, prize, serial };
  });
}

type AttemptsOfDay = { readonly campaignId: string; readonly used: number; readonly earned: number };

/** Lists the attempts that a fan was seen to have earned and has used on a day, in the red-envelope draws with some. */
export async function listAttemptsOfDay(
  db: Kysely<DB>,
  {
    fanId,
    day,
    campaignIds,
  }: { readonly fanId: number; readonly day: string; readonly campaignIds: readonly string[] },
): Promise<AttemptsOfDay[]> {
  const { rows } = await sql<AttemptsOfDay>`
    select campaign_id as "campaignId", used, earned from envelope_day
     where fan_id = ${fanId} and day = ${day}::date and campaign_id = any(${campaignIds}::text[])`.execute(db);
  return rows;
}

/** Counts one used attempt of a day. Earned attempts stay earned. */
export async function countAttempt(
  tx: Transaction<DB>,
  {
    campaignId,
    fanId,
    day,
    earned,
  }: { readonly campaignId: string; readonly fanId: number; readonly day: string; readonly earned: number },
): Promise<void> {
  await sql`
    insert into envelope_day as d (campaign_id, fan_id, day, earned, used)
    values (${campaignId}, ${fanId}, ${day}::date, ${earned}, 1)
    on conflict (campaign_id, fan_id, day)
      do update set earned = greatest(d.earned, excluded.earned), used = d.used + 1`.execute(tx);
}
