import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { lockRemainingFan, signInRows } from '#/modules/identity/index.ts';
import type { PlayerSession } from './playback-token.ts';

/** The newest session of a place, and what has happened to it. */
export type Session = {
  readonly id: string;
  readonly opening: number;
  readonly roomId: string;
  readonly fanId: number;
  readonly isNative: boolean;
  readonly hasTicket: boolean;
  readonly end: EndReason | null;
};

export type NewSession = {
  readonly roomId: string;
  readonly fan: { readonly id: number; readonly signInId: string };
  readonly network: string;
  readonly isNative: boolean;
  readonly at: Date;
  readonly tokenUntil: Date;
};

/** Players of one fan in a room without a ticket. A ticket has one. */
const mostPlaces = 4;
const sessionIdBytes = 16;

/**
 * Opens a session of a fan in a place of the room: the ticket's, or one that is not used, or the one that was not heard of for
 * the longest time. It takes over from the session before, so that a fan has few sessions however often they open one.
 * @throws Refusal UNAUTHENTICATED for a fan who is erased meanwhile
 */
export async function openSession(tx: Transaction<DB>, session: NewSession): Promise<PlayerSession> {
  const { roomId, fan, network, isNative, at, tokenUntil } = session;
  // Waits for an erasure, and then does not find the fan. Sessions of a fan are opened one after another.
  if (!(await lockRemainingFan(tx, fan.id))) throw new Refusal('UNAUTHENTICATED');
  const { rows: tickets } = await sql<{ id: number }>`
    select id from live_ticket where room_id = ${roomId} and fan_id = ${fan.id} and refunded_at is null`.execute(tx);
  const ticketId = tickets[0]?.id ?? null;
  // The former release writes a row for each session.
  await sql`
    update live_session set taken_at = greatest(${at}, opened_at), is_playing = false
     where ticket_id = ${ticketId} and place is null and taken_at is null`.execute(tx);
  const place = ticketId === null ? await findPlace(tx, session) : 1;
  const { rows } = await sql<PlayerSession>`
    insert into live_session as s (id, room_id, fan_id, ticket_id, place, sign_in_id, network, is_native, opened_at,
      token_until)
    values (${randomBytes(sessionIdBytes).toString('base64url')}, ${roomId}, ${fan.id}, ${ticketId}, ${place},
            ${fan.signInId}, ${network}, ${isNative}, ${at}, ${tokenUntil})
    on conflict (room_id, fan_id, place) do update
       set opening = s.opening + 1, ticket_id = excluded.ticket_id, sign_in_id = excluded.sign_in_id,
           network = excluded.network, is_native = excluded.is_native, opened_at = excluded.opened_at,
           token_until = excluded.token_until, beat_at = null, is_playing = false, watched_ms = 0, taken_at = null
    returning id, opening`.execute(tx);
  const [opened] = rows;
  if (!opened) throw new Error('A session was not opened');
  return opened;
}

async function findPlace(tx: Transaction<DB>, { roomId, fan, at }: NewSession): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select n as place
      from generate_series(1, ${mostPlaces}::int) as n
      left join live_session s on s.room_id = ${roomId} and s.fan_id = ${fan.id} and s.place = n
      left join ${signInRows} i on i.id = s.sign_in_id
     order by (s.token_until > ${at} and i.ended_at is null) is true, coalesce(s.beat_at, s.opened_at) nulls first, n
     limit 1`.execute(tx);
  return rows[0]?.place ?? 1;
}

/** The reasons for which a session may not watch although its token is valid. */
export type EndReason = 'LIVE_SESSION_TAKEN' | 'LIVE_TICKET_MISSING' | 'LIVE_SESSION_UNKNOWN';

/** The reason of a session's end, over `sessionsWithEnds`. Presenters and moderators watch their room without a ticket. */
const endOfSession = sql<EndReason | null>`
  case when t.refunded_at is not null then 'LIVE_TICKET_MISSING'
       when s.fan_id is null or i.ended_at is not null then 'LIVE_SESSION_UNKNOWN'
       when s.taken_at is not null then 'LIVE_SESSION_TAKEN'
       when s.ticket_id is null and r.price > 0 and not exists
            (select from live_appointment a where a.room_id = s.room_id
              and a.fan_id = s.fan_id) then 'LIVE_TICKET_MISSING' end`;
const sessionsWithEnds = sql`
  live_session s join live_room r on r.id = s.room_id
    left join live_ticket t on t.id = s.ticket_id left join ${signInRows} i on i.id = s.sign_in_id`;

/** Reads sessions by the ids of their places. */
export async function readSessions(db: Kysely<DB>, ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await sql<Session>`
    select s.id, s.opening, s.room_id as "roomId", s.fan_id as "fanId", s.is_native as "isNative",
           s.ticket_id is not null as "hasTicket", ${endOfSession} as end
      from ${sessionsWithEnds}
     where s.id = any(${ids}) and s.place is not null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Places whose session was replaced or ended since an instant, by a newer player, a refund or the end of a sign-in. */
export async function readChangedSessions(db: Kysely<DB>, since: Date): Promise<readonly EndingSession[]> {
  const { rows } = await sql<EndingSession>`
    with changed as (
      select id from live_session where opened_at > ${since} and opening > 1
      union
      select s.id from live_ticket t join live_session s on s.ticket_id = t.id where t.refunded_at > ${since}
      union
      select s.id from ${signInRows} i join live_session s on s.sign_in_id = i.id where i.ended_at > ${since}
    )
    select s.id, s.opening, ${endOfSession} as end
      from ${sessionsWithEnds} join changed on changed.id = s.id`.execute(db);
  return rows;
}

export type EndingSession = Pick<Session, 'id' | 'opening' | 'end'>;

export type Beat = {
  readonly session: PlayerSession;
  readonly isPlaying: boolean;
  readonly at: Date;
  readonly tokenUntil: Date;
};

/** The most that one beat adds to the watched time: a beat and its jitter. A silent player counts no further. */
const mostWatchedMsABeat = 30_000;

/**
 * Writes beats of distinct sessions, and returns the milliseconds that each was watched. A beat written twice adds nothing
 * the second time.
 */
export async function writeBeats(db: Kysely<DB>, beats: readonly Beat[]): Promise<readonly (number | undefined)[]> {
  const { rows } = await sql<{ id: string; watchedMs: number }>`
    update live_session s
       set watched_ms = watched_ms + case when s.is_playing then
             floor(least(greatest(1000 * extract(epoch from b.at - s.beat_at), 0), ${mostWatchedMsABeat}))::bigint
               else 0 end,
           is_playing = b.is_playing,
           beat_at = greatest(s.beat_at, s.opened_at, b.at),
           token_until = greatest(s.token_until, b.token_until)
      from unnest(${beats.map(({ session }) => session.id)}::text[],
                  ${beats.map(({ session }) => session.opening)}::integer[],
                  ${beats.map(({ isPlaying }) => isPlaying)}::boolean[],
                  ${beats.map(({ at }) => at)}::timestamptz[],
                  ${beats.map(({ tokenUntil }) => tokenUntil)}::timestamptz[]) as b (id, opening, is_playing, at,
                    token_until)
     where s.id = b.id and s.opening = b.opening and s.taken_at is null
     returning s.id, s.watched_ms as "watchedMs"`.execute(db);
  const watched = new Map(rows.map(({ id, watchedMs }) => [id, watchedMs]));
  return beats.map(({ session }) => watched.get(session.id));
}

/** Ends the sessions of an erased fan. Until its last token ends, one stays without fan and ticket. */
export async function endSessionsOfErased(tx: Transaction<DB>, fanId: number, at: Date): Promise<void> {
  await sql`delete from live_session where fan_id = ${fanId} and token_until <= ${at}`.execute(tx);
  await sql`
    update live_session
       set fan_id = null, ticket_id = null, sign_in_id = null, network = null, is_playing = false,
           opening = opening + 1, opened_at = greatest(${at}, opened_at), beat_at = null, watched_ms = 0,
           taken_at = greatest(${at}, opened_at)
     where fan_id = ${fanId}`.execute(tx);
}

/** Ends what an appointment in a room with a price let a fan watch. Free rooms are open to everyone. */
export async function endSessionsWithoutTicket(
  tx: Transaction<DB>,
  { roomId, fanId, at }: { readonly roomId: string; readonly fanId: number; readonly at: Date },
): Promise<void> {
  await sql`
    update live_session s
       set opening = opening + 1, opened_at = ${at},
         token_until = greatest(token_until, ${at}::timestamptz + interval '1 second'),
           beat_at = null, is_playing = false, watched_ms = 0
      from live_room r
     where r.id = s.room_id and r.price > 0 and s.room_id = ${roomId} and s.fan_id = ${fanId} and s.ticket_id is null
       and not exists (select from live_appointment a where a.room_id = s.room_id and a.fan_id = s.fan_id)`.execute(tx);
}

/** How long a session is kept after its last token: a play may still be counted by it. */
const keptMs = 60 * 60_000;

export async function forgetSessions(db: Kysely<DB>, at: Date): Promise<void> {
  const before = new Date(at.getTime() - keptMs);
  await deleteInBatches(db, { table: 'live_session', column: 'token_until', before });
}
