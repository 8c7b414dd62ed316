import type { Pool } from 'pg';

/** One vote on its way to the ledger. */
export type VoteEntry = {
  readonly period: number;
  readonly key: string;
  readonly fanId: number;
  /** The tally pool of the idol in the period. */
  readonly pool: number;
  readonly num: number;
  readonly receivedAt: Date;
  readonly salt: Buffer;
};

/** The verdicts of ledger.cast_votes, in its numbers. */
export const verdicts = ['cast', 'repeat', 'insufficient', 'keyReused', 'notOpen', 'ended', 'overCap'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * How the ledger answered one entry. `balance` is what the fan has left; for `insufficient` what could be spent and for
 * `overCap` what is left of the day. The other fields are those of the vote that counts, which for a repeat is the first.
 */
export type VoteOutcome = {
  readonly verdict: Verdict;
  readonly transferId: string;
  readonly balance: number;
  readonly receivedAt: Date;
  readonly idolVotes: number;
  readonly rank: number;
  readonly salt: Buffer;
};

type Row = [
  ord: number,
  result: number,
  id: number | null,
  balance: number,
  at: Date | null,
  votes: number,
  rank: number,
  salt: Buffer | null,
];

const statement = {
  name: 'cast-votes',
  text: `select ord, result, transfer_id, balance, received_at, pool_after, pool_rank, salt
           from ledger.cast_votes($1, $2, $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[], $8::bytea[])`,
  rowMode: 'array' as const,
};

/** Writes a batch of votes of one period in one commit. `shard` is the writer's own part of every tally. */
export async function castVotes(
  pool: Pick<Pool, 'query'>,
  shard: number,
  entries: readonly VoteEntry[],
): Promise<VoteOutcome[]> {
  const { rows } = await pool.query<Row>({
    ...statement,
    values: [
      entries[0]?.period,
      shard,
      entries.map((entry) => entry.key),
      entries.map((entry) => entry.fanId),
      entries.map((entry) => entry.pool),
      entries.map((entry) => entry.num),
      entries.map((entry) => entry.receivedAt.toISOString()),
      entries.map((entry) => entry.salt),
    ],
  });
  const outcomes: VoteOutcome[] = [];
  for (const [ord, result, id, balance, firstReceivedAt, idolVotes, rank, firstSalt] of rows) {
    const verdict = verdicts[result];
    const entry = entries[ord - 1];
    if (!verdict || !entry) throw new Error(`The ledger answered entry ${ord} of a batch with the result ${result}`);
    const receivedAt = firstReceivedAt ?? entry.receivedAt;
    const salt = firstSalt ?? entry.salt;
    outcomes[ord - 1] = { verdict, transferId: String(id), balance, receivedAt, idolVotes, rank, salt };
  }
  return outcomes;
}
