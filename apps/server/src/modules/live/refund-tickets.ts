import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { notify } from '#/modules/notices/index.ts';
import { post } from '#/modules/points/index.ts';
import { ticketPool } from './buy-ticket.ts';
import type { Room } from './rooms.view.ts';

/** Tickets refunded in one transaction, whose accounts are locked until the commit. */
const ticketsAtOnce = 200;

type Run = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/**
 * Refunds the tickets of rooms that were cancelled or failed, each once, however often and in however many processes it
 * runs. Answers whether none is left.
 */
export async function refundTickets(db: Kysely<DB>, { at, hasTime, most = ticketsAtOnce }: Run): Promise<boolean> {
  const { rows: rooms } = await sql<Pick<Room, 'id' | 'title'>>`
    select id, title from live_room r
     where (cancelled_at is not null or failed_at is not null)
       and exists (select from live_ticket t where t.room_id = r.id and t.refunded_at is null)
     order by id`.execute(db);
  for (const room of rooms) {
    for (let refunded = most; refunded === most;) {
      refunded = await transactionWithRetry(db, (tx) => refundNext(tx, room, at, most));
      if (refunded === most && !hasTime()) return false;
    }
  }
  return true;
}

/**
 * Returns how many tickets of a room were refunded. Those that another process refunds now are skipped; so are those of
 * accounts that can hold no more.
 */
async function refundNext(
  tx: Transaction<DB>,
  { id, title }: Pick<Room, 'id' | 'title'>,
  at: Date,
  most: number,
): Promise<number> {
  const { rows: due } = await sql<{ ticketId: number; fanId: number; paid: number }>`
    select t.id as "ticketId", t.fan_id as "fanId", t.paid from live_ticket t
     where t.room_id = ${id} and t.refunded_at is null
       and not exists (select from ledger.account a join ledger.unit u on u.id = a.unit and u.name = 'POINT'
                        where a.fan = t.fan_id and a.balance > ${Number.MAX_SAFE_INTEGER} - t.paid)
     order by t.fan_id limit ${most} for no key update of t skip locked`.execute(tx);
  if (due.length === 0) return 0;
  const key = uuidV7(at);
  await post(tx, {
    key,
    receivedAt: at,
    legs: due.map(({ fanId, paid }) => ({
      fanId,
      asset: 'POINT',
      direction: 'receives',
      amount: paid,
      pool: ticketPool,
      reason: 'live_ticket_refunded',
    })),
  });
  await sql`
    update live_ticket set refunded_at = greatest(bought_at, ${at}), refund_key = ${key}
     where id = any(${due.map(({ ticketId }) => ticketId)}::bigint[])`.execute(tx);
  const fans = due.map(({ fanId, paid }) => ({ fanId, parameters: { roomId: id, title, paid } }));
  await notify(tx, { kind: 'liveRefunded', subject: id, fans, at });
  return due.length;
}
