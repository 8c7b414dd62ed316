import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { SongEvent } from '../schema/songs.ts';

type Event = Pick<SongEvent, 'id' | 'timeZone' | 'dailyCap'>;

/** A part of every count that no server writes to. */
const simulationShard = 1000;

export type SimulatedNomination = { readonly fanId: number; readonly songId: string; readonly nominatedAt: Date };

export async function listSimulatedFans(tx: Transaction<DB>): Promise<number[]> {
  const rows = await tx.selectFrom('fan').select('id').where('simulated', '=', true).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The songs of the final by their nominations. */
export async function listFinalists(tx: Transaction<DB>, eventId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('song_finalist')
    .select('song_id as songId')
    .where('event_id', '=', eventId)
    .orderBy('song_id')
    .execute();
  return rows.map(({ songId }) => songId);
}

/** Writes nominations and counts them; of several of one fan for a song on a day, one. */
export async function insertNominations(
  tx: Transaction<DB>,
  event: Event,
  nominations: readonly SimulatedNomination[],
): Promise<void> {
  await sql`
    with nomination as (
      insert into song_nomination (fan_id, event_id, song_id, day, nominated_at)
      select fan_id, ${event.id}, song_id, (nominated_at at time zone ${event.timeZone})::date, nominated_at
        from unnest(${nominations.map(({ fanId }) => fanId)}::bigint[], ${nominations.map(({ songId }) => songId)}::text[],
                    ${nominations.map(({ nominatedAt }) => nominatedAt.toISOString())}::timestamptz[])
               as n (fan_id, song_id, nominated_at)
      on conflict do nothing
      returning song_id, nominated_at
    )
    insert into song_nomination_shard as s (song_id, shard, nominations, last_at)
    select song_id, ${simulationShard}, count(*), max(nominated_at) from nomination group by song_id
    on conflict (song_id, shard) do update
       set nominations = s.nominations + excluded.nominations, last_at = greatest(s.last_at, excluded.last_at)`.execute(
    tx,
  );
}

type SimulatedSongVotes = {
  readonly key: string;
  readonly votedAt: Date;
  readonly votes: readonly { fanId: number; songId: string; num: number; transferId: string }[];
};

/** Writes down votes of a final that were posted together, each of a fan of its own. */
export async function insertSongVotes(
  tx: Transaction<DB>,
  { id, timeZone, dailyCap = null }: { id: string; timeZone: string; dailyCap?: number | null | undefined },
  { key, votedAt, votes }: SimulatedSongVotes,
): Promise<void> {
  await sql`
    with vote as (
      insert into song_vote (fan_id, event_id, song_id, votes, day, key, transfer, voted_at)
      select fan_id, ${id}, song_id, votes, (${votedAt}::timestamptz at time zone ${timeZone})::date, ${key}::uuid, transfer,
             ${votedAt}
        from unnest(${votes.map(({ fanId }) => fanId)}::bigint[], ${votes.map(({ songId }) => songId)}::text[],
                    ${votes.map(({ num }) => num)}::bigint[], ${votes.map(({ transferId }) => transferId)}::bigint[])
               as v (fan_id, song_id, votes, transfer)
      returning fan_id, event_id, day, votes
    )
    insert into song_vote_day as d (fan_id, event_id, day, votes, most)
    select fan_id, event_id, day, votes, ${dailyCap}::bigint from vote
    on conflict (fan_id, event_id, day) do update set votes = d.votes + excluded.votes`.execute(tx);
}
