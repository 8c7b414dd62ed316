import type { Kysely, Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { notify } from '#/modules/notices/index.ts';
import { post } from '#/modules/points/index.ts';
import { ticketPool } from './buy-ticket.ts';
import type { Room } from './rooms.view.ts';
import { listRoomsToRefund, lockUnrefunded, markRefunded } from './tickets.store.ts';

/** Tickets refunded in one transaction, whose accounts are locked until the commit. */
const ticketsAtOnce = 200;

type Run = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/**
 * Refunds the tickets of rooms that were cancelled or failed, each once, however often and in however many processes it
 * runs. Answers whether none is left.
 */
export async function refundTickets(db: Kysely<DB>, { at, hasTime, most = ticketsAtOnce }: Run): Promise<boolean> {
  for (const room of await listRoomsToRefund(db)) {
    for (let refunded = most; refunded === most;) {
      refunded = await transactionWithRetry(db, (tx) => refundNext(tx, room, at, most));
      if (refunded === most && !hasTime()) return false;
    }
  }
  return true;
}

/** Returns how many tickets of a room were refunded. */
async function refundNext(
  tx: Transaction<DB>,
  { id, title }: Pick<Room, 'id' | 'title'>,
  at: Date,
  most: number,
): Promise<number> {
  const due = await lockUnrefunded(tx, id, most);
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
  const ticketIds = due.map(({ ticketId }) => ticketId);
  await markRefunded(tx, ticketIds, { key, at });
  const fans = due.map(({ fanId, paid }) => ({ fanId, parameters: { roomId: id, title, paid } }));
  await notify(tx, { kind: 'liveRefunded', subject: id, fans, at });
  return due.length;
}
