import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { accountRows } from '#/modules/identity/index.ts';
import { isWatchable, type RoomTimes } from './room-state.rules.ts';

type TextInBothLanguages = Readonly<Record<Language, string>>;

export type Room = RoomTimes & {
  readonly id: string;
  readonly streamName: string;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly hostName: TextInBothLanguages;
  readonly idolId: string | null;
  readonly coverSeed: string;
  readonly source: 'recording' | 'loop' | 'studio' | 'rtmp' | 'external';
  readonly recordingId: string | null;
  readonly address: string | null;
  /** The price in Points; 0 is free. */
  readonly price: number;
  readonly seats: number | null;
  readonly sold: number;
  readonly pictureAt: Date | null;
  readonly hasChat: boolean;
};

/** Returns whether its picture is sent to this server while it is on air. */
export function isBroadcast({ source }: Pick<Room, 'source'>): boolean {
  return source === 'studio' || source === 'rtmp';
}

/** The columns of a `Room` from `live_room r`. */
export const roomColumns = sql`
  r.id, r.stream_name as "streamName", r.title, r.description, r.host_name as "hostName", r.idol_id as "idolId",
  r.cover_seed as "coverSeed", r.source, r.recording_id as "recordingId", r.address, r.price, r.seats, r.sold,
  r.opens_at as "opensAt", r.closes_at as "closesAt", r.cancelled_at as "cancelledAt", r.failed_at as "failedAt",
  r.picture_at as "pictureAt", r.replay_hours as "replayHours", r.has_chat as "hasChat"`;

/** Reads a room by its id, or by its name on the wire; undefined if there is none, or the pack no longer names it. */
export async function readRoom(
  db: Kysely<DB>,
  which: string | { readonly streamName: string },
): Promise<Room | undefined> {
  const isIt = typeof which === 'string' ? sql`r.id = ${which}` : sql`r.stream_name = ${which.streamName}`;
  const { rows } = await sql<Room>`
    select ${roomColumns} from live_room r where ${isIt} and not r.retired`.execute(db);
  return rows[0];
}

export type Ticket = { readonly id: number; readonly paid: number; readonly boughtAt: Date };

/** Returns the fan's ticket that is not refunded. */
export async function validTicketOf(db: Kysely<DB>, roomId: string, fanId: number): Promise<Ticket | undefined> {
  const { rows } = await sql<Ticket>`
    select id, paid, bought_at as "boughtAt" from live_ticket
     where room_id = ${roomId} and fan_id = ${fanId} and refunded_at is null`.execute(db);
  return rows[0];
}

export type Roles = { readonly isHost: boolean; readonly isModerator: boolean };

/** Returns a fan's roles in a room. */
export async function rolesOf(db: Kysely<DB>, roomId: string, fanId: number | undefined): Promise<Roles> {
  if (fanId === undefined) return { isHost: false, isModerator: false };
  const { rows } = await sql<{ role: 'host' | 'moderator' }>`
    select role from live_appointment where room_id = ${roomId} and fan_id = ${fanId}`.execute(db);
  return {
    isHost: rows.some(({ role }) => role === 'host'),
    isModerator: rows.some(({ role }) => role === 'moderator'),
  };
}

/** Returns whether someone may watch a room now. Its presenters and moderators need no ticket. */
export async function mayWatch(db: Kysely<DB>, room: Room, fanId: number | undefined, at: Date): Promise<boolean> {
  return isWatchable(room, at) && (room.price === 0 || isAdmitted(db, room.id, fanId));
}

/** Returns whether a fan has a valid ticket of a room with a price, or works in it. */
async function isAdmitted(db: Kysely<DB>, roomId: string, fanId: number | undefined): Promise<boolean> {
  return fanId !== undefined && (await readAdmitted(db, roomId, [fanId])).has(fanId);
}

/** Reads those fans of a list who have a valid ticket of a room with a price, or work in it. */
export async function readAdmitted(
  db: Kysely<DB>,
  roomId: string,
  fanIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select f.id from ${accountRows} f
     where f.id = any(${fanIds}::bigint[]) and f.erased_at is null
       and (exists (select from live_ticket where room_id = ${roomId} and fan_id = f.id and refunded_at is null)
            or exists (select from live_appointment where room_id = ${roomId} and fan_id = f.id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How long a session that said that it plays counts as a viewer. */
export const presentMs = 45_000;
/** Viewers of one network: a household or a class without accounts, and a stadium of fans. */
export const mostVisitorsOfNetwork = 20;
const mostFansOfNetwork = 1_000;

/**
 * Returns the number of viewers of rooms; rooms without any are left out. A fan counts once with any number of players,
 * and one network counts for a bounded number, so that a script makes no crowd.
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

/** Returns how often rooms were played; rooms without a play are left out. */
export async function playsOf(db: Kysely<DB>, roomIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ roomId: string; plays: number }>`
    select room_id as "roomId", sum(plays)::int as plays
      from (select room_id, count(*) as plays from live_play where room_id = any(${roomIds}) group by room_id
            union all
            select room_id, plays from live_play_count where room_id = any(${roomIds})) as counted
     group by room_id`.execute(db);
  return new Map(rows.map(({ roomId, plays }) => [roomId, plays]));
}
