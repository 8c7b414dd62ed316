import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** How long a session that said that it plays counts as a viewer. */
export const presentMs = 45_000;

/** How many players watch rooms; rooms without any are left out. */
export async function viewersOf(db: Kysely<DB>, roomIds: readonly string[], at: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ roomId: string; viewers: number }>`
    select room_id as "roomId", count(*)::int as viewers from live_session
     where room_id = any(${roomIds}) and is_playing and beat_at > ${new Date(at.getTime() - presentMs)}
     group by room_id`.execute(db);
  return new Map(rows.map(({ roomId, viewers }) => [roomId, viewers]));
}

/** How often rooms were played; rooms without a play are left out. */
export async function playsOf(db: Kysely<DB>, roomIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ roomId: string; plays: number }>`
    select room_id as "roomId", sum(plays)::int as plays
      from (select room_id, count(*) as plays from live_play where room_id = any(${roomIds}) group by room_id
            union all
            select room_id, plays from live_play_count where room_id = any(${roomIds})) as counted
     group by room_id`.execute(db);
  return new Map(rows.map(({ roomId, plays }) => [roomId, plays]));
}
