import { type Kysely, sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import { poolKinds } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { activityRows } from '#/modules/elections/index.ts';
import { poolRows } from '#/modules/points/index.ts';
import {
  type Song,
  type SongEvent,
  type Round,
  rankSongs,
  type SongStanding,
  type SongTally,
} from './song-event.rules.ts';

function events(db: Kysely<DB>) {
  return db
    .selectFrom('song_event as event')
    .innerJoin(activityRows.as('activity'), 'activity.id', 'event.activity_id')
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

type CountedEvent = Pick<SongEvent, 'id' | 'voteAsset' | 'nominationsFrozenAt' | 'finalFrozenAt'>;

/** Returns the ledger sink of a song's votes in a final. */
export function songPool(eventId: string, songId: string): string {
  return `songs ${eventId}/${songId}`;
}

/** Returns a round's standings: frozen, or counted until now. */
export async function readStandings(db: Kysely<DB>, event: CountedEvent, round: Round): Promise<SongStanding[]> {
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
async function readTallies(db: Kysely<DB>, { id, voteAsset }: CountedEvent, round: Round): Promise<SongTally[]> {
  const counting =
    round === 'nominations'
      ? sql<SongTally>`
          select s.id as "songId", s.position, coalesce(sum(c.nominations), 0)::bigint as votes,
            max(c.last_at) as "reachedAt"
            from song s left join song_nomination_shard c on c.song_id = s.id
           where s.event_id = ${id}
           group by s.id`
      : sql<SongTally>`
          select s.id as "songId", s.position, coalesce(sum(c.credits - c.debits), 0)::bigint as votes,
                 max(c.last_at) as "reachedAt"
            from song_finalist f
            join song s on s.id = f.song_id
            left join ${poolRows} p
                   on p.asset = ${voteAsset} and p.kind = ${poolKinds.sink}
                  and p.name = 'songs ' || s.event_id || '/' || s.id
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

type FanDay = { readonly fanId: number; readonly eventId: string; readonly day: string };

export async function usedOn(db: Kysely<DB>, { fanId, eventId, day }: FanDay): Promise<number> {
  const row = await db
    .selectFrom('song_vote_day')
    .select('votes')
    .where('fan_id', '=', fanId)
    .where('event_id', '=', eventId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.votes ?? 0;
}

/**
 * Counts votes on a fan's day and returns the sum, or nothing above the limit. Votes of one fan serialise on this row.
 */
export async function countOnDay(
  tx: Transaction<DB>,
  { fanId, eventId, day, votes, most }: FanDay & { readonly votes: number; readonly most: number | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ votes: number }>`
    insert into song_vote_day as d (fan_id, event_id, day, votes, most)
    select ${fanId}, ${eventId}, ${day}::date, ${votes}::bigint, ${most}::bigint
     where ${most}::bigint is null or ${votes}::bigint <= ${most}::bigint
    on conflict (fan_id, event_id, day) do update
       set votes = d.votes + excluded.votes, most = excluded.most
     where excluded.most is null or d.votes + excluded.votes <= excluded.most
    returning votes`.execute(tx);
  return rows[0]?.votes;
}

export type NewSongVote = FanDay & {
  readonly songId: string;
  readonly votes: number;
  readonly key: string;
  readonly transferId: string;
  readonly votedAt: Date;
};

export async function insertSongVote(tx: Transaction<DB>, vote: NewSongVote): Promise<string> {
  const { id } = await tx
    .insertInto('song_vote')
    .values({
      fan_id: vote.fanId,
      event_id: vote.eventId,
      song_id: vote.songId,
      votes: vote.votes,
      day: vote.day,
      key: vote.key,
      transfer: Number(vote.transferId),
      voted_at: vote.votedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

type Nomination = FanDay & { readonly songId: string; readonly receivedAt: Date };

/** Inserts and counts a nomination. False when the fan has nominated the song on that day. */
export async function insertNomination(
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

/** Returns whether a song is in the final of an event. */
export async function isFinalist(db: Kysely<DB>, eventId: string, songId: string): Promise<boolean> {
  const finalist = await db
    .selectFrom('song_finalist')
    .select('song_id')
    .where('event_id', '=', eventId)
    .where('song_id', '=', songId)
    .executeTakeFirst();
  return finalist !== undefined;
}
