import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction, Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { drainEach } from '#/jobs/drain.ts';
import { post, readAvailable } from '#/modules/points/index.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { notify } from '#/modules/notices/index.ts';
import { stateOf } from './room-state.rules.ts';
import { lockRoom, addTicket, listRoomsToRefund, lockUnrefunded, markRefunded } from './rooms.store.ts';
import { type Room, validTicketOf } from './rooms.view.ts';

/** The pool of the prices of tickets; a refund takes them back from it. */
const ticketPool = { kind: 'sink', name: 'live tickets' } as const;

type Intent = {
  readonly fanId: number;
  readonly roomId: string;
  /** The price that the screen showed. */
  readonly price?: number | undefined;
  readonly key: string;
  readonly receivedAt: Date;
};

type Bought = DataOf<Contract['POST /activity/api/v1/jplive/ticket/buy']>;

/**
 * Buys a fan's ticket of a room that comes or is on air. Buyers of a room wait for each other, so that its last seats and a
 * cancellation have one order. A fan who has the ticket gets the first answer.
 */
export async function buyTicket(tx: Transaction<DB>, intent: Intent): Promise<Bought> {
  const { fanId, key, receivedAt } = intent;
  const room = await lockRoom(tx, intent.roomId);
  assertOnSale(room, receivedAt);
  const own = await validTicketOf(tx, room.id, fanId);
  if (own) {
    return { ticketId: String(own.id), paid: own.paid, available: await readAvailable(tx, { fanId, asset: 'POINT' }) };
  }
  if (intent.price !== undefined && intent.price !== room.price) throw new Refusal('LIVE_PRICE_CHANGED');
  if (room.seats !== null && room.sold >= room.seats) throw new Refusal('LIVE_SOLD_OUT');

  const id = await addTicket(tx, { roomId: room.id, fanId, paid: room.price, key, boughtAt: receivedAt });
  const [paid] = await post(tx, {
    key,
    receivedAt,
    legs: [
      { fanId, asset: 'POINT', direction: 'pays', amount: room.price, pool: ticketPool, reason: 'live_ticket_paid' },
    ],
  });
  if (!paid) throw new Error('A posting of one leg was answered without it');
  return { ticketId: String(id), paid: room.price, available: await readAvailable(tx, { fanId, asset: 'POINT' }) };
}

/** Throws Refusal LIVE_ROOM_CANCELLED, LIVE_ROOM_OVER or LIVE_ROOM_FREE. */
function assertOnSale(room: Room, at: Date): void {
  const state = stateOf(room, at);
  if (state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (state === 'over' || state === 'failed') throw new Refusal('LIVE_ROOM_OVER');
  if (room.price === 0) throw new Refusal('LIVE_ROOM_FREE');
}

/** Tickets refunded in one transaction, whose accounts are locked until the commit. */
const ticketsAtOnce = 200;

type RefundRun = { readonly at: Date; readonly hasTime: () => boolean; readonly most?: number };

/**
 * Refunds the tickets of rooms that were cancelled or failed, each once, however often and in however many processes it
 * runs. Answers whether none is left.
 */
export async function refundTickets(
  db: Kysely<DB>,
  { at, hasTime, most = ticketsAtOnce }: RefundRun,
): Promise<boolean> {
  return drainEach(
    await listRoomsToRefund(db),
    (room, atOnce) => transactionWithRetry(db, (tx) => refundNext(tx, room, at, atOnce)),
    { most, hasTime },
  );
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
