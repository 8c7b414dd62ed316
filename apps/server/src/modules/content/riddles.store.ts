import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A round as it was last applied, with the ids of its riddles in their order. */
export type PublishedRound = {
  readonly id: string;
  readonly task: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  readonly rewards: readonly number[];
  readonly budget: number;
  readonly reserved: number;
  readonly riddles: readonly string[];
};

export async function listPublishedRounds(tx: Transaction<DB>): Promise<PublishedRound[]> {
  const { rows } = await sql<PublishedRound>`
    select r.id, r.task_id as task, r.opens_at as "opensAt", r.closes_at as "closesAt", r.price, r.rewards, r.budget,
           r.reserved,
           array(select q.id from riddle q where q.round_id = r.id order by q.id) as riddles
      from riddle_round r`.execute(tx);
  return rows;
}

/** Takes out what the pack has no more of what opens later than that: nobody has anything of it. */
export async function deleteComingOthers(
  tx: Transaction<DB>,
  { roundIds, riddleIds, opensAfter }: { roundIds: readonly string[]; riddleIds: readonly string[]; opensAfter: Date },
): Promise<number> {
  const rounds = await sql`
    delete from riddle_round where opens_at > ${opensAfter} and id <> all(${roundIds}::text[])`.execute(tx);
  await sql`
    delete from riddle q using riddle_round r
     where r.id = q.round_id and r.opens_at > ${opensAfter} and q.id <> all(${riddleIds}::text[])`.execute(tx);
  return Number(rounds.numAffectedRows ?? 0);
}
