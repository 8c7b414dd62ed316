import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { presentMs } from './viewers.view.ts';

const leastWatchedMs = 30_000;

type Player = { readonly roomId: string; readonly fanId: number; readonly at: Date };

/** Counts a fan's play of this hour, once they have watched long enough. Returns whether it is counted now, or was before. */
export async function countPlay(db: Kysely<DB>, { roomId, fanId, at }: Player): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into live_play (room_id, fan_id, played_in)
    select ${roomId}, ${fanId}, date_trunc('hour', ${at}::timestamptz, 'UTC')
     where exists (select from live_session
                    where fan_id = ${fanId} and room_id = ${roomId} and watched_ms >= ${leastWatchedMs}
                      and beat_at > ${new Date(at.getTime() - presentMs)})
    on conflict do nothing`.execute(db);
  if (numAffectedRows > 0n) return true;
  const { rows } = await sql`
    select from live_play where room_id = ${roomId} and fan_id = ${fanId}
       and played_in = date_trunc('hour', ${at}::timestamptz, 'UTC')`.execute(db);
  return rows.length > 0;
}

/** Forgets whose some plays were, and keeps how many. */
export async function forgetPlayers(
  db: Kysely<DB>,
  whose: { readonly playedBefore: Date } | { readonly fanId: number },
): Promise<void> {
  const isIt = 'fanId' in whose ? sql`fan_id = ${whose.fanId}` : sql`played_in < ${whose.playedBefore}`;
  await sql`
    with forgotten as (delete from live_play where ${isIt} returning room_id)
    insert into live_play_count as c (room_id, plays)
    select room_id, count(*) from forgotten group by room_id order by room_id
    on conflict (room_id) do update set plays = c.plays + excluded.plays`.execute(db);
}
