import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Room } from './rooms.view.ts';

type NewTicket = {
  readonly roomId: string;
  readonly fanId: number;
  readonly paid: number;
  readonly key: string;
  readonly boughtAt: Date;
};

/** Returns the id. */
export async function addTicket(
  tx: Transaction<DB>,
  { roomId, fanId, paid, key, boughtAt }: NewTicket,
): Promise<number> {
  const { id } = await tx
    .insertInto('live_ticket')
    .values({ room_id: roomId, fan_id: fanId, paid, key, bought_at: boughtAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Rooms that were cancelled or failed, with tickets that are not refunded. */
export async function listRoomsToRefund(db: Kysely<DB>): Promise<Pick<Room, 'id' | 'title'>[]> {
  const { rows } = await sql<Pick<Room, 'id' | 'title'>>`
    select id, title from live_room r
     where (cancelled_at is not null or failed_at is not null)
       and exists (select from live_ticket t where t.room_id = r.id and t.refunded_at is null)
     order by id`.execute(db);
  return rows;
}

type Due = { readonly ticketId: number; readonly fanId: number; readonly paid: number };

/**
 * Locks up to `most` tickets of a room that are not refunded. Those that another process refunds now are skipped; so are those
 * of accounts that can hold no more.
 */
export async function lockUnrefunded(tx: Transaction<DB>, roomId: string, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select t.id as "ticketId", t.fan_id as "fanId", t.paid from live_ticket t
     where t.room_id = ${roomId} and t.refunded_at is null
       and not exists (select from ledger.account a join ledger.unit u on u.id = a.unit and u.name = 'POINT'
                        where a.fan = t.fan_id and a.balance > ${Number.MAX_SAFE_INTEGER} - t.paid)
     order by t.fan_id limit ${most} for no key update of t skip locked`.execute(tx);
  return rows;
}

/** Records that tickets were refunded, with the key of the posting. */
export async function markRefunded(
  tx: Transaction<DB>,
  ticketIds: readonly number[],
  { key, at }: { readonly key: string; readonly at: Date },
): Promise<void> {
  await sql`
    update live_ticket set refunded_at = greatest(bought_at, ${at}), refund_key = ${key}
     where id = any(${ticketIds}::bigint[])`.execute(tx);
}
