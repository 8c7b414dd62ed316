import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

export type FoundMessage = {
  readonly id: number;
  readonly roomId: string;
  readonly authorId: number;
  readonly state: 'held' | 'shown' | 'hidden';
  readonly because: 'hold' | 'filter' | 'newAccount' | 'reports' | 'childSafety' | null;
  readonly isLocked: boolean;
  /** What its author was in the room. */
  readonly role: 'fan' | 'moderator' | 'host';
  /** An operator has decided that a report about child safety had no ground. */
  readonly isCleared: boolean;
};

/**
 * Finds a message and locks the chat of its room, under which every change of a message happens.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND
 */
export async function lockMessage(tx: Transaction<DB>, messageId: string): Promise<FoundMessage> {
  // The room of a message never changes, so it is read before the lock and the rest after it.
  await sql`
    select from live_chat where room_id = (select room_id from live_chat_message where id = ${messageId}::bigint)
       for no key update`.execute(tx);
  const { rows } = await sql<FoundMessage>`
    select m.id, m.room_id as "roomId", m.fan_id as "authorId", m.state, m.because, m.role,
           l.message_id is not null as "isLocked",
           exists (select from live_chat_report r
                    where r.message_id = m.id and r.reason = 'childSafety' and r.unfounded_at is not null) as "isCleared"
      from live_chat_message m left join live_chat_lock l on l.message_id = m.id
     where m.id = ${messageId}::bigint`.execute(tx);
  if (!rows[0]) throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  return rows[0];
}

/** Shows a message at the end of the chat. */
export async function showMessage(tx: Transaction<DB>, { id, roomId, state }: FoundMessage): Promise<void> {
  if (state === 'shown') return;
  await sql`
    update live_chat_message set state = 'shown', seq = live_chat_next_seq(${roomId}) where id = ${id}`.execute(tx);
}

/** Hides a message from everybody, and takes its pin away. One that was never shown makes no news. */
export async function hideMessage(
  tx: Transaction<DB>,
  { id, roomId }: FoundMessage,
  because?: 'reports' | 'childSafety',
): Promise<void> {
  await sql`update live_chat set pinned_id = null where room_id = ${roomId} and pinned_id = ${id}`.execute(tx);
  await sql`
    update live_chat_message set state = 'hidden', because = coalesce(${because ?? null}, because),
           seq = case when state = 'shown' then live_chat_next_seq(${roomId}) else seq end
     where id = ${id}`.execute(tx);
}

type Judgement = { readonly messageId: number; readonly isFounded: boolean; readonly at: Date };

/** Reports that a moderator has looked at count no longer. Those about child safety wait for an operator. */
export async function settleReports(tx: Transaction<DB>, { messageId, isFounded, at }: Judgement): Promise<void> {
  await sql`
    update live_chat_report
       set looked_at_at = greatest(${at}, reported_at),
           unfounded_at = case when ${isFounded} then null else greatest(${at}, reported_at) end
     where message_id = ${messageId} and looked_at_at is null and reason <> 'childSafety'`.execute(tx);
}

/** What an operator decides is the last word about every report of a message. */
export async function settleAllReports(tx: Transaction<DB>, { messageId, isFounded, at }: Judgement): Promise<void> {
  await sql`
    update live_chat_report
       set looked_at_at = coalesce(looked_at_at, greatest(${at}, reported_at)),
           unfounded_at = case when not ${isFounded} then coalesce(unfounded_at, greatest(${at}, reported_at)) end
     where message_id = ${messageId}`.execute(tx);
}

type Act = {
  readonly roomId: string;
  readonly moderatorId: number;
  readonly action: 'show' | 'remove' | 'pin' | 'unpin' | 'mute' | 'liftMute' | 'settings';
  readonly messageId?: number;
  readonly muteId?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

/** Writes down what a moderator did, in the transaction of the act. */
export async function recordAct(tx: Transaction<DB>, act: Act): Promise<void> {
  await sql`
    insert into live_chat_act (room_id, fan_id, action, message_id, mute_id, details, at)
    values (${act.roomId}, ${act.moderatorId}, ${act.action}, ${act.messageId ?? null}, ${act.muteId ?? null},
            ${act.details ? JSON.stringify(act.details) : null}::jsonb, ${act.at})`.execute(tx);
}
