import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteWhere } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { lockFanAgainstRows } from '#/modules/identity/index.ts';

type NewMessage = {
  readonly roomId: string;
  readonly opensAt: Date;
  readonly fanId: number;
  readonly clientId: string;
  readonly text: string;
  readonly role: FoundMessage['role'];
  /** Why it waits for a moderator; null if it need not. */
  readonly because: 'filter' | 'newAccount' | null;
  readonly at: Date;
};

/** The answer of the SQL function send_chat_message. */
export type MessageVerdict = {
  readonly result:
    | 'sent'
    | 'repeat'
    | 'reused'
    | 'gone'
    | 'muted'
    | 'paused'
    | 'readOnly'
    | 'moderatorsOnly'
    | 'tooFast'
    | 'repeated'
    | 'full';
  readonly messageId: number;
  readonly state: 'held' | 'shown';
  readonly seconds: number;
  readonly reason: string;
};

/** Writes a message unless a limit or the state of the chat forbids it. A repeat with the same client id changes nothing. */
export async function writeMessage(
  db: Kysely<DB>,
  { roomId, opensAt, fanId, clientId, text, role, because, at }: NewMessage,
): Promise<MessageVerdict> {
  const { rows } = await sql<MessageVerdict>`
    select result, message_id as "messageId", state, seconds, reason
      from send_chat_message(${roomId}, ${opensAt}, ${fanId}, ${clientId}, ${text}, ${role}, ${because},
        ${at})`.execute(db);
  const [verdict] = rows;
  if (!verdict) throw new Error('send_chat_message answers with one row');
  return verdict;
}

export type FoundMessage = {
  readonly id: number;
  readonly roomId: string;
  readonly authorId: number;
  readonly state: 'held' | 'shown' | 'hidden';
  readonly because: 'hold' | 'filter' | 'newAccount' | 'reports' | 'childSafety' | null;
  readonly isLocked: boolean;
  /** What its author was in the room. */
  readonly role: 'fan' | 'moderator' | 'host';
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
           l.message_id is not null as "isLocked"
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

type ModerationAct = {
  readonly roomId: string;
  readonly moderatorId: number;
  readonly action: 'show' | 'remove' | 'pin' | 'unpin' | 'mute' | 'liftMute' | 'settings';
  readonly messageId?: number;
  readonly muteId?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

/** Writes down what a moderator did, in the transaction of the act. */
export async function recordAct(tx: Transaction<DB>, act: ModerationAct): Promise<void> {
  await sql`
    insert into live_chat_act (room_id, fan_id, action, message_id, mute_id, details, at)
    values (${act.roomId}, ${act.moderatorId}, ${act.action}, ${act.messageId ?? null}, ${act.muteId ?? null},
            ${act.details ? JSON.stringify(act.details) : null}::jsonb, ${act.at})`.execute(tx);
}

/** Hides an author's messages in the room, except locked ones. Each gets its own position. */
export async function hideAllOf(tx: Transaction<DB>, { roomId, authorId }: FoundMessage): Promise<number> {
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

/** Deletes messages that were written before an instant and are not locked. */
export async function deleteMessages(db: Kysely<DB>, before: Date): Promise<void> {
  await deleteWhere(db, {
    table: 'live_chat_message',
    condition: sql`sent_at < ${before}
                   and not exists (select from live_chat_lock l where l.message_id = live_chat_message.id)`,
    order: sql`sent_at`,
  });
}

type Settings = {
  readonly slowModeSeconds?: number | undefined;
  readonly holdAll?: boolean | undefined;
  readonly moderatorsOnly?: boolean | undefined;
  readonly isPaused?: boolean | undefined;
};

/** Changes the named settings of a chat; the others stay. */
export async function writeSettings(tx: Transaction<DB>, roomId: string, settings: Settings): Promise<void> {
  await sql`
    update live_chat
       set slow_mode_seconds = coalesce(${settings.slowModeSeconds ?? null}, slow_mode_seconds),
           hold_all = coalesce(${settings.holdAll ?? null}, hold_all),
           moderators_only = coalesce(${settings.moderatorsOnly ?? null}, moderators_only),
           is_paused = coalesce(${settings.isPaused ?? null}, is_paused)
     where room_id = ${roomId}`.execute(tx);
}

type Pin = { readonly roomId: string; readonly id: number };

export async function pinMessage(tx: Transaction<DB>, { roomId, id }: Pin): Promise<void> {
  await sql`update live_chat set pinned_id = ${id} where room_id = ${roomId}`.execute(tx);
}

/** Takes the pin of a message away, unless another message is pinned. */
export async function unpinMessage(tx: Transaction<DB>, { roomId, id }: Pin): Promise<void> {
  await sql`update live_chat set pinned_id = null where room_id = ${roomId} and pinned_id = ${id}`.execute(tx);
}

type Duty = { readonly roomId: string; readonly fanId: number; readonly until: Date };

/** Keeps a moderator on duty; an end that is later already stays. */
export async function keepDuty(tx: Transaction<DB>, { roomId, fanId, until }: Duty): Promise<void> {
  await sql`
    insert into live_chat_duty (room_id, fan_id, until) values (${roomId}, ${fanId}, ${until})
    on conflict (room_id, fan_id) do update set until = greatest(live_chat_duty.until, excluded.until)`.execute(tx);
}

export async function endDuty(tx: Transaction<DB>, { roomId, fanId, until }: Duty): Promise<void> {
  await sql`
    update live_chat_duty set until = ${until}
     where room_id = ${roomId} and fan_id = ${fanId} and until > ${until}`.execute(tx);
}

/** Counts the moderators on duty. */
export async function countOnDuty(db: Kysely<DB>, roomId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ onDuty: number }>`
    select count(*) as "onDuty" from live_chat_duty where room_id = ${roomId} and until > ${at}`.execute(db);
  return rows[0]?.onDuty ?? 0;
}

export async function findBlock(db: Kysely<DB>, fanId: number, authorId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from live_chat_block where fan_id = ${fanId} and blocked_id = ${authorId}`.execute(db);
  return rows[0]?.id;
}

type NewBlock = { readonly fanId: number; readonly authorId: number; readonly most: number; readonly at: Date };

/** Blocks an author in the fan's first free place of `most`. Undefined when none is free. */
export async function addBlock(
  tx: Transaction<DB>,
  { fanId, authorId, most, at }: NewBlock,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into live_chat_block (fan_id, blocked_id, place, blocked_at)
    select ${fanId}, ${authorId}, place, ${at} from generate_series(1, ${most}) as place
     where not exists (select from live_chat_block b where b.fan_id = ${fanId} and b.place = place.place)
     order by place limit 1
    returning id`.execute(tx);
  return rows[0]?.id;
}

export async function removeBlock(db: Kysely<DB>, blockId: string, fanId: number): Promise<void> {
  await sql`delete from live_chat_block where id = ${blockId}::bigint and fan_id = ${fanId}`.execute(db);
}

/** Lists the words for which a message waits for a moderator. */
export async function listWords(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select unnest(words) as word from live_chat_words where not retired`.execute(db);
  return rows.map(({ word }) => word);
}

/** Deletes what chats keep of an erased fan, but for locked messages and acts. */
export async function forgetChatter(tx: Transaction<DB>, fanId: number): Promise<void> {
  // Waits for a message on its way, and lets later ones wait.
  await lockFanAgainstRows(tx, fanId);
  await sql`
    delete from live_chat_message m
     where fan_id = ${fanId} and not exists (select from live_chat_lock l where l.message_id = m.id)`.execute(tx);
  await sql`delete from live_chat_author where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_report where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_duty where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_mute where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_block where fan_id = ${fanId} or blocked_id = ${fanId}`.execute(tx);
}
