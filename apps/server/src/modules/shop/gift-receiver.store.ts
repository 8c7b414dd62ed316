import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { normaliseEmail } from '#/lib/email.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';

type Face = { readonly nickname: string; readonly avatarUrl: string };
type Receiver = { readonly id: number; readonly face: Face };

/**
 * Who is named, for a sender. Whoever is leaving, was erased or exists only in a demo's past is as unknown as somebody who
 * was never there, and an unknown address is answered like an unknown code.
 *
 * @throws Refusal RECEIVER_NOT_FOUND, GIFT_TO_ONESELF
 */
export async function findReceiver(
  db: Kysely<DB>,
  { senderId, naming }: { senderId: number; naming: Naming },
): Promise<Receiver> {
  const receiver = await fansNamed(db, naming).executeTakeFirst();
  return checked(receiver, senderId);
}

/**
 * The same within a gift: the receiver's row is shared until the transaction ends, so that nobody is erased while they are
 * given something. Gifts do not wait for each other there.
 *
 * @throws Refusal RECEIVER_NOT_FOUND, GIFT_TO_ONESELF
 */
export async function holdReceiver(
  tx: Transaction<DB>,
  { senderId, naming }: { senderId: number; naming: Naming },
): Promise<Receiver> {
  const receiver = await fansNamed(tx, naming).forKeyShare().executeTakeFirst();
  return checked(receiver, senderId);
}

function fansNamed(db: Kysely<DB>, { by, value }: Naming) {
  return db
    .selectFrom('fan')
    .select(['id', 'nickname', 'avatar_file', 'avatar_seed'])
    .where(by === 'email' ? 'email' : 'fan_code', '=', value)
    .where('simulated', '=', false)
    .where('leaving_since', 'is', null)
    .where('erased_at', 'is', null);
}

type FanRow = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string };

function checked(fan: FanRow | undefined, senderId: number): Receiver {
  if (!fan) throw new Refusal('RECEIVER_NOT_FOUND');
  if (fan.id === senderId) throw new Refusal('GIFT_TO_ONESELF');
  return { id: fan.id, face: { nickname: fan.nickname, avatarUrl: avatarUrlOf(fan) } };
}

/**
 * Counts that a fan names somebody by email, whether or not there is such a fan; false when they have done so as often as
 * a day allows. Of many at once no more are let through. A call that was received before midnight and comes after one of
 * the new day counts for the new day, so that it does not begin the count anew.
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

/** How a sender names a receiver. */
export type Naming = { readonly by: 'fanCode' | 'email'; readonly value: string };

/** What a sender has typed, in the form in which it is looked up. A fan code has no at sign, and an email always has one. */
export function namingOf(toAccount: string): Naming {
  return toAccount.includes('@')
    ? { by: 'email', value: normaliseEmail(toAccount) }
    : { by: 'fanCode', value: toAccount.toUpperCase() };
}
