import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Naming } from './gift-receiver.store.ts';

type Day = { readonly activityId: string; readonly day: string };
export type Direction = 'sent' | 'received';

/** Returns how many tickets of an activity a fan sent on a day. It stays true while `countOnDay` holds the row. */
export async function sentOn(
  db: Kysely<DB>,
  { fanId, activityId, day }: Day & { readonly fanId: number },
): Promise<number> {
  const row = await db
    .selectFrom('ticket_gift_day')
    .select('tickets')
    .where('fan_id', '=', fanId)
    .where('activity_id', '=', activityId)
    .where('day', '=', day)
    .where('direction', '=', 'sent')
    .executeTakeFirst();
  return row?.tickets ?? 0;
}

/**
 * Counts a fan's tickets of a day in one direction; false above the limit. The row is locked until the
 * transaction ends.
 */
export async function countOnDay(
  tx: Transaction<DB>,
  {
    fanId,
    activityId,
    day,
    direction,
    tickets,
    most,
  }: Day & {
    readonly fanId: number;
    readonly direction: Direction;
    readonly tickets: number;
    readonly most: number;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into ticket_gift_day as d (fan_id, activity_id, day, direction, tickets, most)
    select ${fanId}, ${activityId}, ${day}::date, ${direction}, ${tickets}::bigint, ${most}::integer
     where ${tickets}::bigint <= ${most}::integer
    on conflict (fan_id, activity_id, day, direction) do update
       set tickets = d.tickets + excluded.tickets, most = excluded.most
     where d.tickets + excluded.tickets <= excluded.most
    returning 1`.execute(tx);
  return rows.length > 0;
}

export type NewGift = {
  readonly senderId: number;
  readonly receiverId: number;
  readonly activityId: string;
  readonly tickets: number;
  readonly namedBy: Naming['by'];
  readonly key: string;
  readonly sentTransfer: string;
  readonly receivedTransfer: string;
  readonly givenOn: string;
  readonly givenAt: Date;
};

export async function insertGift(tx: Transaction<DB>, gift: NewGift): Promise<string> {
  const { id } = await tx
    .insertInto('ticket_gift')
    .values({
      sender_id: gift.senderId,
      receiver_id: gift.receiverId,
      activity_id: gift.activityId,
      tickets: gift.tickets,
      named_by: gift.namedBy,
      key: gift.key,
      sent_transfer: Number(gift.sentTransfer),
      received_transfer: Number(gift.receivedTransfer),
      given_on: gift.givenOn,
      given_at: gift.givenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
