import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Round, type SongEvent, rankSongs, type SongStanding, type SongTally } from './song-event.rules.ts';

type Asked = Pick<SongEvent, 'id' | 'voteAsset' | 'nominationsFrozenAt' | 'finalFrozenAt'>;

/** Returns the ledger sink of a song's votes in a final. */
export function songPool(eventId: string, songId: string): string {
  return `songs ${eventId}/${songId}`;
}

/** Returns a round's standings: frozen, or counted until now. */
export async function readStandings(db: Kysely<DB>, event: Asked, round: Round): Promise<SongStanding[]> {
  const frozenAt = round === 'nominations' ? event.nominationsFrozenAt : event.finalFrozenAt;
  if (!frozenAt) return rankSongs(await readTallies(db, event, round));
  return db
    .selectFrom('song_result')
    .select(['song_id as songId', 'votes', 'rank'])
    .where('event_id', '=', event.id)
    .where('round', '=', round)
    .orderBy('rank')
    .execute();
}

/** Counts a round. Only nominated songs are in the final. */
async function readTallies(db: Kysely<DB>, { id, voteAsset }: Asked, round: Round): Promise<SongTally[]> {
  const counting =
    round === 'nominations'
      ? sql<SongTally>`
          select s.id as "songId", s.position, coalesce(sum(c.nominations), 0)::bigint as votes, max(c.last_at) as "reachedAt"
            from song s left join song_nomination_shard c on c.song_id = s.id
           where s.event_id = ${id}
           group by s.id`
      : sql<SongTally>`
          select s.id as "songId", s.position, coalesce(sum(c.credits - c.debits), 0)::bigint as votes,
                 max(c.last_at) as "reachedAt"
            from song_finalist f
            join song s on s.id = f.song_id
            join ledger.unit u on u.name = ${voteAsset}
            left join ledger.pool p on p.unit = u.id and p.kind = 'sink' and p.name = 'songs ' || s.event_id || '/' || s.id
            left join ledger.pool_shard c on c.pool = p.id
           where f.event_id = ${id}
           group by s.id`;
  return (await counting.execute(db)).rows;
}

/** Stores a round's final standings, and selects the finalists after the nominations. */
export async function keepResult(
  tx: Transaction<DB>,
  { event, round, frozenAt }: { event: SongEvent; round: Round; frozenAt: Date },
): Promise<void> {
  const standings = await readStandings(tx, event, round);
  const songIds = standings.map(({ songId }) => songId);
  await sql`
    insert into song_result (event_id, round, song_id, votes, rank)
    select ${event.id}, ${round}, *
      from unnest(${songIds}::text[], ${standings.map(({ votes }) => votes)}::bigint[],
                  ${standings.map(({ rank }) => rank)}::integer[])`.execute(tx);
  if (round === 'nominations') {
    await sql`
      insert into song_finalist (event_id, song_id)
      select ${event.id}, unnest(${songIds.slice(0, event.places)}::text[])`.execute(tx);
  }
  const column = round === 'nominations' ? 'nominations_frozen_at' : 'final_frozen_at';
  await tx.updateTable('song_event').set(column, frozenAt).where('id', '=', event.id).execute();
}
