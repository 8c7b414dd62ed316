import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

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

/** Whether a song is in the final of an event. */
export async function isFinalist(db: Kysely<DB>, eventId: string, songId: string): Promise<boolean> {
  const finalist = await db
    .selectFrom('song_finalist')
    .select('song_id')
    .where('event_id', '=', eventId)
    .where('song_id', '=', songId)
    .executeTakeFirst();
  return finalist !== undefined;
}
