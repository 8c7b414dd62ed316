import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

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

/** Takes the pin of a message away, unless another one has it. */
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

/** The number of moderators who are on duty. */
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

/** The words for which a message waits for a moderator. */
export async function listWords(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select unnest(words) as word from live_chat_words where not retired`.execute(db);
  return rows.map(({ word }) => word);
}

/** Deletes what chats keep of an erased fan, but for locked messages and acts. */
export async function forgetChatter(tx: Transaction<DB>, fanId: number): Promise<void> {
  // Waits for a message on its way, and lets later ones wait.
  await sql`select from fan where id = ${fanId} for update`.execute(tx);
  await sql`
    delete from live_chat_message m
     where fan_id = ${fanId} and not exists (select from live_chat_lock l where l.message_id = m.id)`.execute(tx);
  await sql`delete from live_chat_author where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_report where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_duty where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_mute where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_chat_block where fan_id = ${fanId} or blocked_id = ${fanId}`.execute(tx);
}
