import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { presentMs, mostVisitorsOfNetwork } from '../rooms.view.ts';

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

export type VisitorBeat = {
  readonly sessionId: string;
  readonly roomId: string;
  readonly network: string;
  readonly isPlaying: boolean;
  readonly at: Date;
};

/**
 * Writes which visitors watch, and forgets those who stopped. Of one network only as many are written as are counted; two
 * processes may each write a few more.
 */
export async function writeVisitors(db: Kysely<DB>, beats: readonly VisitorBeat[]): Promise<void> {
  const seconds = presentMs / 1000;
  await sql`
    with b as (
      select * from unnest(${beats.map(({ sessionId }) => sessionId)}::text[],
                           ${beats.map(({ roomId }) => roomId)}::text[],
                           ${beats.map(({ network }) => network)}::text[],
                           ${beats.map(({ isPlaying }) => isPlaying)}::boolean[],
                           ${beats.map(({ at }) => at)}::timestamptz[]) as b (session_id, room_id, network, is_playing,
                             at)
    ), gone as (
      delete from live_visitor v using b
       where v.session_id = b.session_id and not b.is_playing
          or v.room_id = b.room_id and v.network = b.network and v.session_id <> b.session_id
             and v.beat_at < b.at - ${2 * seconds} * interval '1 second'
    ), kept as (
      update live_visitor v set beat_at = greatest(v.beat_at, b.at) from b
       where v.session_id = b.session_id and b.is_playing
      returning v.session_id
    ), came as (
      select b.*, row_number() over (partition by room_id, network order by session_id) as place from b
       where is_playing and not exists (select from kept where kept.session_id = b.session_id)
    )
    insert into live_visitor (session_id, room_id, network, beat_at)
    select session_id, room_id, network, at from came c
     where place + (select count(*) from live_visitor v
                     where v.room_id = c.room_id and v.network = c.network
                       and v.beat_at > c.at - ${seconds} * interval '1 second') <= ${mostVisitorsOfNetwork}
    on conflict do nothing`.execute(db);
}

const keptMs = 10 * 60_000;

export async function forgetVisitors(db: Kysely<DB>, at: Date): Promise<void> {
  await deleteInBatches(db, {
    table: 'live_visitor',
    column: 'beat_at',
    before: new Date(at.getTime() - keptMs),
  });
}
