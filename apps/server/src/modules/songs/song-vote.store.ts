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
