import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { songEventRow } from './song-rows.ts';

/** A song event as it was last applied, with the ids of its songs in their order. */
export type PublishedSongEvent = {
  readonly id: string;
  readonly row: ReturnType<typeof songEventRow>;
  readonly songIds: readonly string[];
};

type TimeColumn = 'nominations_open_at' | 'nominations_close_at' | 'final_opens_at' | 'final_closes_at';

export async function listPublishedSongEvents(tx: Transaction<DB>): Promise<PublishedSongEvent[]> {
  const { rows } = await sql<PublishedSongEvent>`
    select e.id, to_jsonb(e) as row,
           array(select s.id from song s where s.event_id = e.id order by s.position, s.id) as "songIds"
      from song_event e`.execute(tx);
  return rows.map(({ id, row, songIds }) => ({ id, row: { ...row, ...timesOf(row) }, songIds }));
}

/** Times in the words of the rows of a pack. */
function timesOf(row: PublishedSongEvent['row']): Pick<PublishedSongEvent['row'], TimeColumn> {
  const written = (column: TimeColumn) => new Date(row[column]).toISOString();
  return {
    nominations_open_at: written('nominations_open_at'),
    nominations_close_at: written('nominations_close_at'),
    final_opens_at: written('final_opens_at'),
    final_closes_at: written('final_closes_at'),
  };
}
