import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { AuthorKeyOf } from './chat.view.ts';
import { findRoom, roleIn } from './chat-room.ts';
import { holdsAt } from './mutes.view.ts';

type Mine = DataOf<Contract['GET /activity/api/v1/jplive/chat/mine']>;

/** Messages in which blocked authors are looked for: as many as a listener who returns gets. */
const lastMessages = 500;
const mostHeld = 50;

/** What holds for a fan in a chat. */
export async function readMyChat(
  db: Kysely<DB>,
  { fanId, roomId, at, authorKeyOf }: { fanId: number; roomId: string; at: Date; authorKeyOf: AuthorKeyOf },
): Promise<Mine> {
  const room = await findRoom(db, roomId);
  const { rows: held } = await sql<{ id: number; text: string; sentAt: Date }>`
    select id, text, sent_at as "sentAt" from live_chat_message
     where fan_id = ${fanId} and room_id = ${room.id} and state = 'held' order by id desc limit ${mostHeld}`.execute(
    db,
  );
  const { rows: blocks } = await sql<{ id: number; nickname: string; blockedId: number }>`
    select b.id, f.nickname, b.blocked_id as "blockedId" from live_chat_block b join fan f on f.id = b.blocked_id
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

type MuteRow = {
  readonly id: number;
  readonly until: Date | null;
  readonly reason: string;
  readonly appeal: 'none' | 'open' | 'granted' | 'refused';
};

/** The mute that holds in a room, the longest first. */
async function readMute(
  db: Kysely<DB>,
  { fanId, roomId, at }: { fanId: number; roomId: string; at: Date },
): Promise<Mine['mute']> {
  const { rows } = await sql<MuteRow>`
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
