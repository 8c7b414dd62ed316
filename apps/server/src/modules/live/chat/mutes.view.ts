import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Mutes = DataOf<Contract['GET /activity/api/v1/jplive/chat/mutes']>;

/** Whether a mute `t` keeps its fan from writing: neither is it over, nor has an operator or a moderator ended it. */
export function holdsAt(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(t.granted is not true and t.lifted_at is null and coalesce(t.until > ${at}, true))`;
}

/** Whether the moderators of a room may lift a mute `t`. One for ever belongs to the room in which it was given. */
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

type Page = { readonly roomId: string; readonly pageNum: number; readonly pageSize: number; readonly at: Date };

/** A page of the mutes that hold in a room and that its moderators may lift. */
export async function readMutes(db: Kysely<DB>, { roomId, pageNum, pageSize, at }: Page): Promise<Mutes> {
  const { rows } = await sql<MuteRow>`
    select t.id, f.nickname, t.reason, t.muted_at as "mutedAt", t.until
      from live_chat_mute t join fan f on f.id = t.fan_id
     where ${holdsAt(at)} and ${isOfRoom(roomId)}
     order by t.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from live_chat_mute t where ${holdsAt(at)} and ${isOfRoom(roomId)}`.execute(db);
  const list = rows.map(({ id, mutedAt, until, ...mute }) => ({
    ...mute,
    muteId: String(id),
    mutedAt: mutedAt.toISOString(),
    until: until?.toISOString() ?? null,
  }));
  return { list, total: counts[0]?.total ?? 0, pageNum, pageSize };
}
