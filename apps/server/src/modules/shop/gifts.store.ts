import { type Kysely, sql, type Transaction } from 'kysely';
import { normaliseEmail } from '@lightstick/contract/email-address';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import { type FanName, findFanNamed, holdFanNamed } from '#/modules/identity/index.ts';

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
  readonly namedBy: FanName['by'];
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

type ReceiverFace = { readonly nickname: string; readonly avatarUrl: string };
type Receiver = { readonly id: number; readonly face: ReceiverFace };

/**
 * Finds the receiver of a gift. Leaving, erased and simulated fans, and unknown addresses, all give the same refusal,
 * so that a sender cannot probe for accounts.
 */
export async function findReceiver(
  db: Kysely<DB>,
  { senderId, naming }: { senderId: number; naming: FanName },
): Promise<Receiver> {
  const receiver = await findFanNamed(db, naming);
  return checkReceiver(receiver, senderId);
}

/**
 * Finds the receiver inside the gift's transaction with a shared row lock: the receiver cannot be erased, and gifts do
 * not wait for each other.
 */
export async function holdReceiver(
  tx: Transaction<DB>,
  { senderId, naming }: { senderId: number; naming: FanName },
): Promise<Receiver> {
  const receiver = await holdFanNamed(tx, naming);
  return checkReceiver(receiver, senderId);
}

type FanRow = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string };

function checkReceiver(fan: FanRow | undefined, senderId: number): Receiver {
  if (!fan) throw new Refusal('RECEIVER_NOT_FOUND');
  if (fan.id === senderId) throw new Refusal('GIFT_TO_ONESELF');
  return { id: fan.id, face: { nickname: fan.nickname, avatarUrl: avatarUrlOf(fan) } };
}

/**
 * Counts a look-up by email, found or not; false at the daily limit. A call received before midnight but counted after
 * it counts to the new day, so that the counter does not restart.
 */
export async function countNaming(
  db: Kysely<DB>,
  { fanId, day, most }: { fanId: number; day: string; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into ticket_gift_naming as n (fan_id, day, times, most)
    select ${fanId}, ${day}::date, 1, ${most}::integer where ${most}::integer > 0
    on conflict (fan_id) do update
       set day = greatest(n.day, excluded.day), most = excluded.most,
           times = case when n.day < excluded.day then 1 else n.times + 1 end
     where n.day < excluded.day or n.times < excluded.most
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Normalises the receiver field for the look-up. An email has an at sign, a fan code never has one. */
export function fanNameOf(toAccount: string): FanName {
  return toAccount.includes('@')
    ? { by: 'email', value: normaliseEmail(toAccount) }
    : { by: 'fanCode', value: toAccount.toUpperCase() };
}

/** Deletes how often an erased fan looked a receiver up by email. */
export async function forgetNamings(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('ticket_gift_naming').where('fan_id', '=', fanId).execute();
}
