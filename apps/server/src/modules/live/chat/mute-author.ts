import type { Contract, RequestOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Room } from '../rooms.view.ts';
import { findRoom, requireModerator, roleIn } from './chat-room.ts';
import { type FoundMessage, lockMessage, recordAct } from './messages.store.ts';
import { holdsAt } from './mutes.view.ts';

type Mute = RequestOf<Contract['POST /activity/api/v1/jplive/chat/mute']>['body'] & {
  readonly fanId: number;
  readonly at: Date;
};

const fiveMinutesMs = 5 * 60_000;

/**
 * Mutes the author of a message, who gets a notice: for five minutes or for the rest of the room in this room, for ever in
 * all rooms. A repeat while that mute holds gets the first answer.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MUTE_MODERATOR
 */
export async function muteAuthor(
  tx: Transaction<DB>,
  { fanId, messageId, length, reason, removeMessages, at }: Mute,
): Promise<string> {
  const message = await lockMessage(tx, messageId);
  const { roomId, authorId } = message;
  await requireModerator(tx, { roomId, fanId });
  if ((await roleIn(tx, { roomId, fanId: authorId })) !== 'fan') throw new Refusal('CHAT_MUTE_MODERATOR');
  const room = await findRoom(tx, roomId);
  const mutedIn = length === 'forEver' ? null : roomId;
  const until = endOf(length, room, at);
  const first = await findRepeated(tx, message, length, at);
  const id = first ?? (await insertMute(tx, { fanId: authorId, givenIn: roomId, mutedIn, reason, at, until }));
  const removed = removeMessages ? await hideAllOf(tx, message) : 0;
  const muteId = String(id);
  if (first !== undefined && removed === 0) return muteId;
  const details = { length, removed };
  await recordAct(tx, { roomId, moderatorId: fanId, action: 'mute', messageId: message.id, muteId: id, details, at });
  if (first === undefined) {
    const parameters = { muteId, roomId: mutedIn, until: until?.toISOString() ?? null, reason };
    await notify(tx, { kind: 'chatMuted', subject: `mute:${muteId}`, fans: [{ fanId: authorId, parameters }], at });
  }
  return muteId;
}

/** The mute of this length that the message has brought its author and that still holds. */
async function findRepeated(
  tx: Transaction<DB>,
  { id, authorId }: FoundMessage,
  length: Mute['length'],
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select t.id from live_chat_mute t join live_chat_act a on a.mute_id = t.id and a.action = 'mute'
     where t.fan_id = ${authorId} and a.message_id = ${id} and a.details ->> 'length' = ${length} and ${holdsAt(at)}
     limit 1`.execute(tx);
  return rows[0]?.id;
}

type NewMute = Pick<Mute, 'fanId' | 'reason' | 'at'> & {
  readonly givenIn: string;
  /** Null for all rooms. */
  readonly mutedIn: string | null;
  readonly until: Date | null;
};

async function insertMute(tx: Transaction<DB>, mute: NewMute): Promise<number> {
  const { fanId, givenIn, mutedIn, reason, at, until } = mute;
  const { rows } = await sql<{ id: number }>`
    insert into live_chat_mute (fan_id, room_id, given_in, reason, muted_at, until)
    values (${fanId}, ${mutedIn}, ${mutedIn === null ? givenIn : null}, ${reason}, ${at}, ${until})
    returning id`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('A mute was not written');
  return written.id;
}

function endOf(length: Mute['length'], { closesAt }: Room, at: Date): Date | null {
  if (length === 'forEver') return null;
  const inFiveMinutes = new Date(at.getTime() + fiveMinutesMs);
  if (length === 'fiveMinutes') return inFiveMinutes;
  // A room that is over may open again by an operator’s hand; its mutes then hold for a moment.
  return closesAt === null || closesAt > at ? closesAt : inFiveMinutes;
}

/** Hides what an author wrote in the room, but for what is locked already. Each gets a position of its own. */
async function hideAllOf(tx: Transaction<DB>, { roomId, authorId }: FoundMessage): Promise<number> {
  await sql`
    update live_chat set pinned_id = null
     where room_id = ${roomId} and pinned_id in (select id from live_chat_message where fan_id = ${authorId})`.execute(
    tx,
  );
  const { rows } = await sql<{ hidden: number }>`
    with removed as (
      select id, state, row_number() over (order by id) as place from live_chat_message
       where room_id = ${roomId} and fan_id = ${authorId} and state <> 'hidden'
    ), moved as (
      update live_chat set seq = seq + (select count(*) from removed) where room_id = ${roomId}
      returning seq - (select count(*) from removed) as before
    ), hidden as (
      update live_chat_message m
         set state = 'hidden', seq = case when removed.state = 'shown' then moved.before + removed.place else m.seq end
        from removed, moved where m.id = removed.id
      returning m.id
    )
    select count(*) as hidden from hidden`.execute(tx);
  return rows[0]?.hidden ?? 0;
}
