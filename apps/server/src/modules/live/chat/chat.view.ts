import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import { stateOf } from '../room-state.rules.ts';
import type { Room } from '../rooms.view.ts';

export type ChatNews = DataOf<Contract['GET /activity/api/v1/jplive/chat/stream']>;
export type ChatState = NonNullable<ChatNews['chat']>;
export type ChatMessage = ChatNews['messages'][number];

export type AuthorKeyOf = (roomId: string, fanId: number) => string;

/** An author's key differs from room to room, so that nobody can follow an author from one to another by it. */
export function authorKeys(keys: ServerKeys): AuthorKeyOf {
  return (roomId, fanId) =>
    keys.keyedHash('chat-author', `${roomId} ${fanId}`).subarray(0, authorKeyBytes).toString('base64url');
}

const authorKeyBytes = 9;

/** The columns of `messageColumns`. */
export type MessageRow = {
  readonly id: number;
  readonly roomId: string;
  readonly fanId: number;
  readonly text: string;
  readonly sentAt: Date;
  readonly role: ChatMessage['role'];
  readonly nickname: string;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
};

/** Of `live_chat_message m` joined with its author `f`. */
export const messageColumns = sql`
  m.id, m.room_id as "roomId", m.fan_id as "fanId", m.text, m.sent_at as "sentAt", m.role, f.nickname, f.avatar_file,
  f.avatar_seed`;

export function presentMessage(row: MessageRow, authorKeyOf: AuthorKeyOf): ChatMessage {
  return {
    messageId: String(row.id),
    authorKey: authorKeyOf(row.roomId, row.fanId),
    nickname: row.nickname,
    avatarUrl: avatarUrlOf(row),
    text: row.text,
    sentAt: row.sentAt.toISOString(),
    role: row.role,
  };
}

/** With the pinned message that is still shown, if there is one. */
type ChatRow = (MessageRow | { readonly id: null }) & {
  readonly seq: number;
  readonly slowModeSeconds: number;
  readonly holdAll: boolean;
  readonly moderatorsOnly: boolean;
  readonly isPaused: boolean;
  readonly duty: 'open' | 'held' | 'readOnly';
};

/**
 * How a room's chat works now, and the position up to which its messages are complete. One statement, so that the pin and the
 * position are of the same moment: a listener gets the removal of a pinned message and the end of its pin in one event.
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
      left join (live_chat_message m join fan f on f.id = m.fan_id) on m.id = c.pinned_id and m.state = 'shown'
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
  /** Positions after this one, up to the other. */
  readonly after: number;
  readonly upTo: number;
  /** The newest of the messages. */
  readonly most: number;
  readonly authorKeyOf: AuthorKeyOf;
};

/** The newest messages between two positions, in the order in which they were shown. */
export async function readShown(
  db: Kysely<DB>,
  { roomId, after, upTo, most, authorKeyOf }: Section,
): Promise<ChatMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from live_chat_message m join fan f on f.id = m.fan_id
     where m.room_id = ${roomId} and m.seq > ${after} and m.seq <= ${upTo} and m.state = 'shown'
     order by m.seq desc limit ${most}`.execute(db);
  return rows.map((row) => presentMessage(row, authorKeyOf)).toReversed();
}

/** The messages that were removed between two positions, the newest of them. */
export async function readRemoved(
  db: Kysely<DB>,
  { roomId, after, upTo, most }: Omit<Section, 'authorKeyOf'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from live_chat_message
     where room_id = ${roomId} and seq > ${after} and seq <= ${upTo} and state = 'hidden'
     order by seq desc limit ${most}`.execute(db);
  return rows.map(({ id }) => String(id));
}
