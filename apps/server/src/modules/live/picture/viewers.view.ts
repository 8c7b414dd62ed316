import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** How long a session that said that it plays counts as a viewer. */
export const presentMs = 45_000;
/** Viewers of one network: a household or a class without accounts, and a stadium of fans. */
export const mostVisitorsOfNetwork = 20;
const mostFansOfNetwork = 1_000;

/**
 * How many watch rooms; rooms without any are left out. A fan counts once, whatever number of players they have, and one
 * network counts for a bounded number, so that a script makes no crowd.
 */
export async function viewersOf(db: Kysely<DB>, roomIds: readonly string[], at: Date): Promise<Map<string, number>> {
  const since = new Date(at.getTime() - presentMs);
  const { rows } = await sql<{ roomId: string; viewers: number }>`
    select room_id as "roomId", sum(viewers)::int as viewers
      from (select room_id, least(count(*), ${mostFansOfNetwork}) as viewers
              from (select distinct on (room_id, fan_id) room_id, network from live_session
                     where room_id = any(${roomIds}) and is_playing and beat_at > ${since}
                     order by room_id, fan_id, beat_at desc) as fans
             group by room_id, network
            union all
            select room_id, least(count(*), ${mostVisitorsOfNetwork}) from live_visitor
             where room_id = any(${roomIds}) and beat_at > ${since}
             group by room_id, network) as counted
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
