import { type Kysely, sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Song, SongEvent } from './song-event.rules.ts';

function events(db: Kysely<DB>) {
  return db
    .selectFrom('song_event as event')
    .innerJoin('activity', 'activity.id', 'event.activity_id')
    .select([
      'event.id',
      'event.activity_id as activityId',
      'activity.vote_asset as voteAsset',
      'event.title',
      'event.subtitle',
      'event.cover_seed as coverSeed',
      'event.time_zone as timeZone',
      'event.nominations_open_at as nominationsOpenAt',
      'event.nominations_close_at as nominationsCloseAt',
      'event.final_opens_at as finalOpensAt',
      'event.final_closes_at as finalClosesAt',
      'event.places',
      'event.daily_cap as dailyCap',
      'event.rules',
      'event.rewards',
      'event.concert',
      'event.concert_starts_at as concertStartsAt',
      'event.nominations_frozen_at as nominationsFrozenAt',
      'event.final_frozen_at as finalFrozenAt',
    ])
    .$castTo<SongEvent>();
}

export async function listSongEvents(db: Kysely<DB>): Promise<SongEvent[]> {
  return events(db).orderBy('event.position').orderBy('event.id').execute();
}

export async function findSongEvent(db: Kysely<DB>, eventId: string): Promise<SongEvent | undefined> {
  return events(db).where('event.id', '=', eventId).executeTakeFirst();
}

/** Lists each song with its event. */
export async function listSongPlaces(db: Kysely<DB>): Promise<{ id: string; eventId: string; seed: string }[]> {
  return db.selectFrom('song').select(['id', 'event_id as eventId', 'seed']).execute();
}

/** Lists the songs of an event in the operator's order. */
export async function listSongs(db: Kysely<DB>, eventId: string): Promise<Song[]> {
  return db
    .selectFrom('song')
    .select(['id', 'title', 'artist', 'story', 'lyrics', 'year', 'seconds', 'seed'])
    .where('event_id', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .$castTo<Song>()
    .execute();
}

/**
 * Finds the activity whose votes pay for a song's final.
 *
 * @throws Refusal SONG_NOT_FOUND
 */
export async function activityIdOfSong(db: Kysely<DB>, songId: string): Promise<string> {
  const event = await db
    .selectFrom('song')
    .innerJoin('song_event as event', 'event.id', 'song.event_id')
    .select('event.activity_id as activityId')
    .where('song.id', '=', songId)
    .executeTakeFirst();
  if (!event) throw new Refusal('SONG_NOT_FOUND');
  return event.activityId;
}

/**
 * Takes a shared lock on a song's event: no round freezes before the transaction ends, and fans do not wait for each
 * other.
 *
 * @throws Refusal SONG_NOT_FOUND
 */
export async function enterEvent(tx: Transaction<DB>, songId: string): Promise<SongEvent> {
  const song = await tx.selectFrom('song').select('event_id as eventId').where('id', '=', songId).executeTakeFirst();
  if (!song) throw new Refusal('SONG_NOT_FOUND');
  await sql`select pg_advisory_xact_lock_shared(${lockClasses.songEvent}, hashtext(${song.eventId}))`.execute(tx);
  // A separate statement after the lock, so that it sees a committed freeze.
  return events(tx).where('event.id', '=', song.eventId).executeTakeFirstOrThrow();
}

/** Takes the exclusive lock of an event: waits for running votes and blocks new ones until the transaction ends. */
export async function holdEvent(tx: Transaction<DB>, eventId: string): Promise<SongEvent> {
  await sql`select pg_advisory_xact_lock(${lockClasses.songEvent}, hashtext(${eventId}))`.execute(tx);
  return events(tx).where('event.id', '=', eventId).executeTakeFirstOrThrow();
}
