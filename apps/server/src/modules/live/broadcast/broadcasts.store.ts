import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type Broadcast = {
  readonly id: number;
  readonly roomId: string;
  readonly source: 'studio' | 'rtmp';
  readonly fanId: number | null;
  readonly client: string | null;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly endedAt: Date | null;
  /** The source's number of the last segment that was taken; -1 before the first. */
  readonly taken: number;
  readonly firstNumber: number;
  readonly segments: number;
  readonly seconds: number;
};

const columns = sql`
  b.id, b.room_id as "roomId", b.source, b.fan_id as "fanId", b.client, b.started_at as "startedAt",
    b.seen_at as "seenAt",
  b.ended_at as "endedAt", b.taken, b.first_number as "firstNumber", b.segments, b.seconds::float8 as seconds`;

/** Locks a broadcast until the commit; undefined where there is none. */
export async function lockBroadcast(tx: Transaction<DB>, id: number): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    select ${columns} from live_broadcast b where b.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Reads the running broadcast of a room. */
export async function readOpenBroadcast(db: Kysely<DB>, roomId: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    select ${columns} from live_broadcast b where b.room_id = ${roomId} and b.ended_at is null`.execute(db);
  return rows[0];
}

type NewBroadcast = Pick<Broadcast, 'roomId' | 'source' | 'fanId' | 'client' | 'taken'> & { readonly at: Date };

/** Begins a broadcast and ends that of the room before. The caller has locked the room. */
export async function beginBroadcast(tx: Transaction<DB>, begun: NewBroadcast): Promise<number> {
  const { roomId, source, fanId, client, taken, at } = begun;
  await endBroadcasts(tx, { roomId }, at);
  const { rows } = await sql<{ id: number }>`
    insert into live_broadcast (room_id, source, fan_id, client, started_at, seen_at, taken, first_number)
    values (${roomId}, ${source}, ${fanId}, ${client}, ${at}, ${at}, ${taken},
            coalesce((select max(first_number + segments) from live_broadcast where room_id = ${roomId}), 0))
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`The broadcast of ${roomId} was not begun`);
  return row.id;
}

type BroadcastsToEnd = { readonly broadcastId: number } | { readonly roomId: string } | { readonly silentSince: Date };

/** Ends those of some broadcasts that are under way. */
export async function endBroadcasts(db: Kysely<DB>, which: BroadcastsToEnd, at: Date): Promise<void> {
  const isIt =
    'broadcastId' in which
      ? sql`id = ${which.broadcastId}`
      : 'roomId' in which
        ? sql`room_id = ${which.roomId}`
        : sql`seen_at < ${which.silentSince}`;
  await sql`update live_broadcast set ended_at = greatest(${at}, started_at)
             where ended_at is null and ${isIt}`.execute(db);
}

/** Finds a presenter's broadcast without a lock. */
export async function findOwnBroadcast(
  db: Kysely<DB>,
  { broadcastId, fanId }: { readonly broadcastId: number; readonly fanId: number },
): Promise<{ readonly roomId: string; readonly isOpen: boolean } | undefined> {
  const { rows } = await sql<{ roomId: string; isOpen: boolean }>`
    select room_id as "roomId", ended_at is null as "isOpen" from live_broadcast
     where id = ${broadcastId} and fan_id = ${fanId}`.execute(db);
  return rows[0];
}

/** Lists the running broadcasts of encoders. */
export async function listOfEncoders(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from live_broadcast where source = 'rtmp' and ended_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A segment whose source numbers it higher than the last one that was taken. */
export type NextSegment = {
  readonly taken: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Whether it is shown, which what comes before the room opens is not. */
  readonly isKept: boolean;
  /** Whether its source says that its timeline restarts; that of a broadcast's first segment always does. */
  readonly isDiscontinuous: boolean;
};

/** Adds the next segment to a broadcast that the caller has locked. Its file is there already. */
export async function addSegment(
  tx: Transaction<DB>,
  broadcast: Broadcast,
  next: NextSegment,
  at: Date,
): Promise<void> {
  const { id, roomId, segments } = broadcast;
  const { taken, seconds, bytes, isKept, isDiscontinuous } = next;
  await sql`
    update live_broadcast set taken = ${taken}, seconds = seconds + ${seconds}::numeric,
      seen_at = greatest(seen_at, ${at}),
                              segments = segments + ${isKept ? 1 : 0},
                              longest = greatest(longest, ${isKept ? seconds : 0}::numeric)
     where id = ${id}`.execute(tx);
  if (!isKept) return;
  await sql`
    insert into live_segment (room_id, number, broadcast_id, seconds, bytes, is_discontinuous)
    values (${roomId}, ${numberOfNext(broadcast)}, ${id}, ${seconds}::numeric, ${bytes},
            ${isDiscontinuous || segments === 0})`.execute(tx);
}

/** A room's picture is noted this often: each note locks the room for a moment. */
const pictureNotedMs = 30_000;

/**
 * Notes that a room has a picture. In its own transaction, because who begins a broadcast locks the room before the
 * broadcast.
 */
export async function notePicture(db: Kysely<DB>, roomId: string, at: Date): Promise<void> {
  await sql`
    update live_room set picture_at = ${at}
     where id = ${roomId} and (picture_at is null or picture_at < opens_at
                               or picture_at < ${new Date(at.getTime() - pictureNotedMs)})`.execute(db);
}

/** Returns the number within the room of the next kept segment. */
export function numberOfNext({ firstNumber, segments }: Broadcast): number {
  return firstNumber + segments;
}

/** A segment as playlists need it. */
export type ListedSegment = {
  readonly number: number;
  readonly broadcastId: number;
  readonly source: Broadcast['source'];
  readonly seconds: number;
  readonly isDiscontinuous: boolean;
};

export type ListedSegments = {
  readonly segments: readonly ListedSegment[];
  readonly discontinuitiesBefore: number;
  /** The seconds of the longest segment of the room so far. */
  readonly longest: number;
  /** The arrival of the newest segment. */
  readonly seenAt: Date | undefined;
};

/** Lists the newest segments of a room, oldest first, and what came before them. `most`: null for all. */
export async function listSegments(db: Kysely<DB>, roomId: string, most: number | null): Promise<ListedSegments> {
  const { rows } = await sql<ListedSegment & Pick<ListedSegments, 'discontinuitiesBefore' | 'longest' | 'seenAt'>>`
    with listed as (select * from live_segment where room_id = ${roomId} order by number desc limit ${most})
    select l.number, l.broadcast_id as "broadcastId", b.source, l.seconds::float8 as seconds,
           l.is_discontinuous as "isDiscontinuous", b.seen_at as "seenAt",
           (select max(longest)::float8 from live_broadcast where room_id = ${roomId}) as longest,
           (select count(*) from live_segment d
             where d.room_id = ${roomId} and d.is_discontinuous
               and d.number < (select min(number) from listed)) as "discontinuitiesBefore"
      from listed l join live_broadcast b on b.id = l.broadcast_id
     order by l.number`.execute(db);
  const { discontinuitiesBefore = 0, longest = 0 } = rows[0] ?? {};
  return { segments: rows, discontinuitiesBefore, longest, seenAt: rows.at(-1)?.seenAt };
}

/** Lists rooms with broadcasts that cannot be watched again since some time before `before`. */
export async function listUnwatchable(db: Kysely<DB>, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from live_room r
     where exists (select from live_broadcast b where b.room_id = r.id)
       and (r.cancelled_at < ${before}
            or r.closes_at + make_interval(hours => case when r.failed_at is null then r.replay_hours
              else 0 end) < ${before})
     order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the broadcasts of a room, whose files are gone already. */
export async function deleteBroadcasts(tx: Transaction<DB>, roomId: string): Promise<void> {
  await sql`delete from live_segment where room_id = ${roomId}`.execute(tx);
  await sql`delete from live_broadcast where room_id = ${roomId}`.execute(tx);
}

/** Ends the broadcasts of an erased fan, and forgets whose they were. */
export async function forgetBroadcaster(
  tx: Transaction<DB>,
  { fanId, now }: { readonly fanId: number; readonly now: Date },
): Promise<void> {
  await sql`update live_broadcast set fan_id = null, ended_at = coalesce(ended_at, greatest(${now}, seen_at))
             where fan_id = ${fanId}`.execute(tx);
}
