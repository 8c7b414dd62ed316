import { type Transaction, sql } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enterEvent } from './song-event.store.ts';
import { readStandings } from './standings.store.ts';

export type NominationIntent = {
  readonly fanId: number;
  readonly songId: string;
  /** When the request arrived; the nomination counts to this instant. */
  readonly receivedAt: Date;
};

/** Nominates a song for free, once per fan, song and day of the event's time zone. */
export async function nominate(tx: Transaction<DB>, { fanId, songId, receivedAt }: NominationIntent) {
  const event = await enterEvent(tx, songId);
  if (receivedAt < event.nominationsOpenAt) throw new Refusal('NOMINATIONS_NOT_OPEN');
  if (event.nominationsFrozenAt || receivedAt >= event.nominationsCloseAt) throw new Refusal('NOMINATIONS_ENDED');
  const day = localDateAt(receivedAt, event.timeZone);
  if (!(await insertNomination(tx, { fanId, eventId: event.id, songId, day, receivedAt })))
    throw new Refusal('SONG_NOMINATED_TODAY');
  const standing = (await readStandings(tx, event, 'nominations')).find((one) => one.songId === songId);
  return {
    songId,
    nominations: standing?.votes ?? 0,
    rank: standing?.rank ?? 1,
    nominatedAt: receivedAt.toISOString(),
    resetsAt: startOfLocalDate(addDays(day, 1), event.timeZone).toISOString(),
  };
}

type Nomination = { fanId: number; eventId: string; songId: string; day: string; receivedAt: Date };

/** Inserts and counts a nomination. False when the fan has nominated the song on that day. */
async function insertNomination(
  tx: Transaction<DB>,
  { fanId, eventId, songId, day, receivedAt }: Nomination,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('song_nomination')
    .values({ fan_id: fanId, event_id: eventId, song_id: songId, day, nominated_at: receivedAt })
    .onConflict((conflict) => conflict.columns(['fan_id', 'song_id', 'day']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await sql`
    insert into song_nomination_shard as s (song_id, shard, nominations, last_at)
    values (${songId}, pg_backend_pid() % 16, 1, ${receivedAt})
    on conflict (song_id, shard) do update
       set nominations = s.nominations + 1, last_at = greatest(s.last_at, excluded.last_at)`.execute(tx);
  return true;
}
