import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

/** A session, and what has happened to it. */
export type Session = {
  readonly id: string;
  readonly roomId: string;
  readonly fanId: number | null;
  readonly isNative: boolean;
  readonly hasTicket: boolean;
  readonly isTaken: boolean;
  readonly isRefunded: boolean;
};

export type NewSession = {
  readonly id: string;
  readonly roomId: string;
  readonly fanId: number | undefined;
  readonly isNative: boolean;
  readonly at: Date;
  readonly tokenUntil: Date;
};

/**
 * Opens a session. Of a ticket it takes over from the one before, under the ticket's lock, so that of two at once one is the
 * newest.
 * @throws Refusal UNAUTHENTICATED for a fan who is erased meanwhile
 */
export async function openSession(tx: Transaction<DB>, session: NewSession): Promise<void> {
  const { id, roomId, fanId = null, isNative, at, tokenUntil } = session;
  if (fanId !== null) {
    // Waits for an erasure, and then does not find the fan.
    const { rows: fans } = await sql`select from fan where id = ${fanId} and erased_at is null for key share`.execute(
      tx,
    );
    if (fans.length === 0) throw new Refusal('UNAUTHENTICATED');
  }
  const { rows } = await sql<{ id: number }>`
    select id from live_ticket where room_id = ${roomId} and fan_id = ${fanId} and refunded_at is null
       for no key update`.execute(tx);
  const ticketId = rows[0]?.id ?? null;
  await sql`
    update live_session set taken_at = greatest(${at}, opened_at), is_playing = false
     where ticket_id = ${ticketId} and taken_at is null`.execute(tx);
  await sql`
    insert into live_session (id, room_id, fan_id, ticket_id, is_native, opened_at, token_until)
    values (${id}, ${roomId}, ${fanId}, ${ticketId}, ${isNative}, ${at}, ${tokenUntil})`.execute(tx);
}

/** Sessions by their ids, without those that ended with an account. */
export async function readSessions(db: Kysely<DB>, ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await sql<Session>`
    select s.id, s.room_id as "roomId", s.fan_id as "fanId", s.is_native as "isNative",
           s.ticket_id is not null as "hasTicket",
           s.taken_at is not null as "isTaken", t.refunded_at is not null as "isRefunded"
      from live_session s left join live_ticket t on t.id = s.ticket_id
     where s.id = any(${ids}) and (s.taken_at is null or s.ticket_id is not null)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export type Beat = {
  readonly sessionId: string;
  readonly isPlaying: boolean;
  readonly at: Date;
  readonly tokenUntil: Date;
};

/** The most that one beat adds to what was watched: a beat and its jitter. A silent player counts no further. */
const mostWatchedMsABeat = 30_000;

/**
 * Writes beats of distinct sessions, and returns the milliseconds that each was watched. A beat written twice adds nothing
 * the second time.
 */
export async function writeBeats(db: Kysely<DB>, beats: readonly Beat[]): Promise<readonly (number | undefined)[]> {
  const { rows } = await sql<{ id: string; watchedMs: number }>`
    update live_session s
       set watched_ms = watched_ms + case when s.is_playing then
             floor(least(greatest(1000 * extract(epoch from b.at - s.beat_at), 0), ${mostWatchedMsABeat}))::bigint else 0 end,
           is_playing = b.is_playing,
           beat_at = greatest(s.beat_at, s.opened_at, b.at),
           token_until = greatest(s.token_until, b.token_until)
      from unnest(${beats.map(({ sessionId }) => sessionId)}::text[],
                  ${beats.map(({ isPlaying }) => isPlaying)}::boolean[],
                  ${beats.map(({ at }) => at)}::timestamptz[],
                  ${beats.map(({ tokenUntil }) => tokenUntil)}::timestamptz[]) as b (id, is_playing, at, token_until)
     where s.id = b.id and s.taken_at is null
     returning s.id, s.watched_ms as "watchedMs"`.execute(db);
  const watched = new Map(rows.map(({ id, watchedMs }) => [id, watchedMs]));
  return beats.map(({ sessionId }) => watched.get(sessionId));
}

export type EndReason = 'LIVE_SESSION_TAKEN' | 'LIVE_TICKET_MISSING' | 'LIVE_SESSION_UNKNOWN';

/** Sessions that may not watch although their tokens are valid. */
export async function readEndedSessions(db: Kysely<DB>, at: Date): Promise<ReadonlyMap<string, EndReason>> {
  const { rows } = await sql<{ id: string; reason: EndReason }>`
    select s.id, case when t.refunded_at is not null then 'LIVE_TICKET_MISSING'
                      when s.ticket_id is not null then 'LIVE_SESSION_TAKEN'
                      else 'LIVE_SESSION_UNKNOWN' end as reason
      from live_session s left join live_ticket t on t.id = s.ticket_id
     where s.token_until > ${at} and (s.taken_at is not null or t.refunded_at is not null)`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/**
 * Ends the sessions of an erased fan. Until its last token ends, one stays without fan and ticket, so that the token opens
 * nothing.
 */
export async function endSessionsOfErased(tx: Transaction<DB>, fanId: number, at: Date): Promise<void> {
  await sql`delete from live_session where fan_id = ${fanId} and token_until <= ${at}`.execute(tx);
  await sql`
    update live_session set fan_id = null, ticket_id = null, is_playing = false, taken_at = greatest(${at}, opened_at)
     where fan_id = ${fanId}`.execute(tx);
}

/** How long a session is kept after its last token. */
const keptMs = 24 * 60 * 60_000;

export async function forgetSessions(db: Kysely<DB>, at: Date): Promise<void> {
  const before = new Date(at.getTime() - keptMs);
  await deleteInBatches(db, { table: 'live_session', column: 'token_until', before });
}
