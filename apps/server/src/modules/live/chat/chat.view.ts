import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { faceRows, presentFan, type ShownFan } from '#/modules/identity/index.ts';
import { stateOf } from '../room-state.rules.ts';
import type { Room } from '../rooms.view.ts';
import { findRoom, roleIn } from './chat-room.ts';

export type ChatNews = DataOf<Contract['GET /activity/api/v1/jplive/chat/stream']>;
export type ChatState = NonNullable<ChatNews['chat']>;
export type ChatMessage = ChatNews['messages'][number];

export type AuthorKeyOf = (roomId: string, fanId: number) => string;

/** Makes the keys of authors, which differ from room to room, so that an author cannot be followed across rooms. */
export function authorKeys(keys: ServerKeys): AuthorKeyOf {
  return (roomId, fanId) =>
    keys.keyedHash('chat-author', `${roomId} ${fanId}`).subarray(0, authorKeyBytes).toString('base64url');
}

const authorKeyBytes = 9;

/** The columns of `messageColumns`. */
export type MessageRow = Omit<ShownFan, 'id'> & {
  readonly id: number;
  readonly roomId: string;
  readonly fanId: number;
  readonly text: string;
  readonly sentAt: Date;
  readonly role: ChatMessage['role'];
};

/** The columns of `live_chat_message m` joined with its author `f`. */
export const messageColumns = sql`
  m.id, m.room_id as "roomId", m.fan_id as "fanId", m.text, m.sent_at as "sentAt", m.role, f.nickname, f.level, f.badge,
  f.avatar_file, f.avatar_seed`;

export function presentMessage(row: MessageRow, authorKeyOf: AuthorKeyOf): ChatMessage {
  return {
    messageId: String(row.id),
    authorKey: authorKeyOf(row.roomId, row.fanId),
    ...presentFan(row),
    text: row.text,
    sentAt: row.sentAt.toISOString(),
    role: row.role,
  };
}

/** A chat with its pinned message, if that is still shown. */
type ChatRow = (MessageRow | { readonly id: null }) & {
  readonly seq: number;
  readonly slowModeSeconds: number;
  readonly holdAll: boolean;
  readonly moderatorsOnly: boolean;
  readonly isPaused: boolean;
  readonly duty: 'open' | 'held' | 'readOnly';
};

/**
 * Reads how a room's chat works now, and the position up to which its messages are complete. One statement gives the
 * pin and the position of one moment: a listener gets the removal of a pinned message and the end of its pin in one
 * event.
 */
export async function readChat(
  db: Kysely<DB>,
  { room, at, authorKeyOf }: { readonly room: Room; readonly at: Date; readonly authorKeyOf: AuthorKeyOf },
): Promise<{ readonly seq: number; readonly chat: ChatState }> {
  const { rows } = await sql<ChatRow>`
    select c.seq, c.slow_mode_seconds as "slowModeSeconds", c.hold_all as "holdAll",
           c.moderators_only as "moderatorsOnly", c.is_paused as "isPaused",
           live_chat_duty_state(c.room_id, ${room.opensAt}, ${at}) as duty, ${messageColumns}
      from live_chat c
      left join (live_chat_message m join ${faceRows} f on f.id = m.fan_id) on m.id = c.pinned_id and m.state = 'shown'
     where c.room_id = ${room.id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The room ${room.id} has no chat`);
  const { seq, slowModeSeconds, holdAll, moderatorsOnly } = row;
  const pinned = row.id === null ? null : presentMessage(row, authorKeyOf);
  return { seq, chat: { state: chatStateOf(row, room, at), slowModeSeconds, holdAll, moderatorsOnly, pinned } };
}

function chatStateOf({ isPaused, duty, holdAll }: ChatRow, room: Room, at: Date): ChatState['state'] {
  if (stateOf(room, at) !== 'onAir') return 'closed';
  if (isPaused) return 'paused';
  return duty === 'open' && holdAll ? 'held' : duty;
}

type Section = {
  readonly roomId: string;
  /** Positions after this one, up to the other; all up to the other without it. */
  readonly after?: number;
  readonly upTo: number;
  /** The newest of the messages. */
  readonly most: number;
  readonly authorKeyOf: AuthorKeyOf;
};

/** Reads the newest messages between two positions, in the order of their showing. */
export async function readShown(
  db: Kysely<DB>,
  { roomId, after, upTo, most, authorKeyOf }: Section,
): Promise<ChatMessage[]> {
  const isAfter = after === undefined ? sql`` : sql`m.seq > ${after} and `;
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from live_chat_message m join ${faceRows} f on f.id = m.fan_id
     where m.room_id = ${roomId} and ${isAfter}m.seq <= ${upTo} and m.state = 'shown'
     order by m.seq desc limit ${most}`.execute(db);
  return rows.map((row) => presentMessage(row, authorKeyOf)).toReversed();
}

/** Reads the newest of the messages that were removed between two positions. */
export async function readRemoved(
  db: Kysely<DB>,
  { roomId, after, upTo, most }: Omit<Required<Section>, 'authorKeyOf'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from live_chat_message
     where room_id = ${roomId} and seq > ${after} and seq <= ${upTo} and state = 'hidden'
     order by seq desc limit ${most}`.execute(db);
  return rows.map(({ id }) => String(id));
}

type MyChat = DataOf<Contract['GET /activity/api/v1/jplive/chat/mine']>;

/** Messages in which blocked authors are looked for: as many as a listener who returns gets. */
const lastMessages = 500;
const mostHeld = 50;

/** Reads a fan's own state in a chat. */
export async function readMyChat(
  db: Kysely<DB>,
  { fanId, roomId, at, authorKeyOf }: { fanId: number; roomId: string; at: Date; authorKeyOf: AuthorKeyOf },
): Promise<MyChat> {
  const room = await findRoom(db, roomId);
  const { rows: held } = await sql<{ id: number; text: string; sentAt: Date }>`
    select id, text, sent_at as "sentAt" from live_chat_message
     where fan_id = ${fanId} and room_id = ${room.id} and state = 'held' order by id desc limit ${mostHeld}`.execute(
    db,
  );
  const { rows: blocks } = await sql<{ id: number; nickname: string; blockedId: number }>`
    select b.id, f.nickname, b.blocked_id as "blockedId"
      from live_chat_block b join ${faceRows} f on f.id = b.blocked_id
     where b.fan_id = ${fanId} order by b.id desc`.execute(db);
  const { rows: blocked } = await sql<{ id: number }>`
    select m.id from (select id, fan_id from live_chat_message where room_id = ${room.id} and state = 'shown'
                       order by seq desc limit ${lastMessages}) as m
      join live_chat_block b on b.fan_id = ${fanId} and b.blocked_id = m.fan_id`.execute(db);
  return {
    isModerator: (await roleIn(db, { roomId, fanId })) !== 'fan',
    mute: await readMute(db, { fanId, roomId, at }),
    held: held.map(({ id, text, sentAt }) => ({ messageId: String(id), text, sentAt: sentAt.toISOString() })),
    blocked: blocked.map(({ id }) => String(id)),
    blockedAuthors: blocks.map(({ blockedId }) => authorKeyOf(room.id, blockedId)),
    blockedFans: blocks.map(({ id, nickname }) => ({ blockId: String(id), nickname })),
  };
}

type OwnMuteRow = {
  readonly id: number;
  readonly until: Date | null;
  readonly reason: string;
  readonly appeal: 'none' | 'open' | 'granted' | 'refused';
};

/** Reads the longest current mute in a room. */
async function readMute(
  db: Kysely<DB>,
  { fanId, roomId, at }: { fanId: number; roomId: string; at: Date },
): Promise<MyChat['mute']> {
  const { rows } = await sql<OwnMuteRow>`
    select t.id, t.until, t.reason,
           case when appealed_at is null then 'none' when decided_at is null then 'open' else 'refused' end as appeal
      from live_chat_mute t
     where t.fan_id = ${fanId} and coalesce(t.room_id, ${roomId}) = ${roomId} and ${holdsAt(at)}
     order by t.until desc nulls first, t.id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { id, until, reason, appeal } = row;
  return { muteId: String(id), until: until?.toISOString() ?? null, reason, appeal };
}

type Mutes = DataOf<Contract['GET /activity/api/v1/jplive/chat/mutes']>;

/** Returns the condition that a mute `t` holds: it has neither expired, nor has an operator or a moderator ended it. */
export function holdsAt(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(t.granted is not true and t.lifted_at is null and coalesce(t.until > ${at}, true))`;
}

/**
 * Returns the condition that the moderators of a room may lift a mute `t`. A permanent one belongs to the room in which
 * it was given.
 */
export function isOfRoom(roomId: string): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(t.room_id, t.given_in) = ${roomId})`;
}

type MuteRow = {
  readonly id: number;
  readonly nickname: string;
  readonly reason: string;
  readonly mutedAt: Date;
  readonly until: Date | null;
};

type MutesQuery = PageRequest & { readonly roomId: string; readonly at: Date };

/** Reads a page of the mutes that hold in a room and that its moderators may lift. */
export async function readMutes(db: Kysely<DB>, { roomId, at, ...asked }: MutesQuery): Promise<Mutes> {
  const page = await readPage(db, asked, {
    rows: sql<MuteRow>`
      select t.id, f.nickname, t.reason, t.muted_at as "mutedAt", t.until
        from live_chat_mute t join ${faceRows} f on f.id = t.fan_id
       where ${holdsAt(at)} and ${isOfRoom(roomId)}
       order by t.id desc`,
    total: sql<{ total: number }>`
      select count(*) as total from live_chat_mute t where ${holdsAt(at)} and ${isOfRoom(roomId)}`,
  });
  const list = page.list.map(({ id, mutedAt, until, ...mute }) => ({
    ...mute,
    muteId: String(id),
    mutedAt: mutedAt.toISOString(),
    until: until?.toISOString() ?? null,
  }));
  return { ...page, list };
}
