import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post, readAvailable } from '#/modules/points/index.ts';
import { stateOf } from './room-state.rules.ts';
import { lockRoom } from './rooms.store.ts';
import { type Room, validTicketOf } from './rooms.view.ts';
import { addTicket } from './tickets.store.ts';

/** Where the prices of tickets go; a refund takes them back from there. */
export const ticketPool = { kind: 'sink', name: 'live tickets' } as const;

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
