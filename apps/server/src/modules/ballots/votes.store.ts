import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import { type Suspicion, suspicions } from '#/modules/quarantine/index.ts';
import { type Verdict, verdicts } from './vote-verdicts.ts';

/** Parts of each tally; writers of different processes rarely share one. */
export const tallyShards = 64;

/** A vote to be written. */
export type VoteEntry = {
  readonly period: number;
  readonly round: number;
  readonly key: string;
  readonly fanId: number;
  /** The tally pool of the idol in the round. */
  readonly pool: number;
  readonly num: number;
  readonly receivedAt: Date;
  readonly salt: Buffer;
  /** When the fan signed up. */
  readonly joinedAt: Date;
  /** The reason for quarantine; null for most votes. */
  readonly suspicion: Suspicion | null;
};

/**
 * The ledger's answer to one entry. `balance` is what is left; after a refusal by a limit, what could still be cast. The
 * other fields are those of the counted vote, which for a repeat is the first one.
 */
export type VoteOutcome = {
  readonly verdict: Verdict;
  readonly transferId: string;
  readonly balance: number;
  readonly receivedAt: Date;
  readonly idolVotes: number;
  readonly rank: number;
  readonly salt: Buffer;
  readonly suspicion: Suspicion | null;
  /** SHA-256 of the rules the vote was cast under, in hexadecimal; null without published rules. */
  readonly rulesHash: string | null;
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
  flag: number | null,
  rulesHash: Buffer | null,
];

const statement = {
  name: 'cast-votes',
  text: `select ord, result, transfer_id, balance, received_at, pool_after, pool_rank, salt, flag, rules_hash
           from ledger.cast_votes($1, $2, $3, $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::bytea[],
                                  $10::timestamptz[], $11::smallint[])`,
  rowMode: 'array' as const,
};

/** Writes a batch of votes of one round in one commit. `shard` is the writer's part of every tally. */
export async function castVotes(
  pool: Pick<Pool, 'query'>,
  shard: number,
  entries: readonly VoteEntry[],
): Promise<VoteOutcome[]> {
  const { rows } = await pool.query<Row>({ ...statement, values: valuesOf(shard, entries) });
  return outcomesOf(rows, entries);
}

/** Writes one vote in the caller's transaction. */
export async function castVoteIn(tx: Transaction<DB>, shard: number, entry: VoteEntry): Promise<VoteOutcome> {
  const { rows } = await tx.executeQuery<object>(CompiledQuery.raw(statement.text, valuesOf(shard, [entry])));
  const [outcome] = outcomesOf(
    rows.map((row) => Object.values(row) as Row),
    [entry],
  );
  if (!outcome) throw new Error('The ledger did not answer a vote');
  return outcome;
}

/** Whether a vote of this fan in this activity has used the key. */
export async function isVoteKnown(
  tx: Transaction<DB>,
  { period, fanId, key }: Pick<VoteEntry, 'period' | 'fanId' | 'key'>,
): Promise<boolean> {
  const known = await tx
    .selectFrom('ledger.transfer as t')
    .innerJoin('ledger.period as p', (join) => join.onRef('p.id', '=', 't.book').onRef('p.unit', '=', 't.unit'))
    .select('t.id')
    .where('t.book', '=', period)
    .where('t.fan', '=', fanId)
    .where('t.key', '=', key)
    .executeTakeFirst();
  return known !== undefined;
}

function valuesOf(shard: number, entries: readonly VoteEntry[]): unknown[] {
  return [
    entries[0]?.period,
    entries[0]?.round,
    shard,
    entries.map((entry) => entry.key),
    entries.map((entry) => entry.fanId),
    entries.map((entry) => entry.pool),
    entries.map((entry) => entry.num),
    entries.map((entry) => entry.receivedAt.toISOString()),
    entries.map((entry) => entry.salt),
    entries.map((entry) => entry.joinedAt.toISOString()),
    entries.map((entry) => (entry.suspicion === null ? null : suspicions.indexOf(entry.suspicion) + 1)),
  ];
}

function outcomesOf(rows: readonly Row[], entries: readonly VoteEntry[]): VoteOutcome[] {
  const outcomes: VoteOutcome[] = [];
  for (const [ord, result, id, balance, firstReceivedAt, idolVotes, rank, firstSalt, flag, rulesHash] of rows) {
    const verdict = verdicts[result];
    const entry = entries[ord - 1];
    if (!verdict || !entry) throw new Error(`The ledger answered entry ${ord} of a batch with the result ${result}`);
    const receivedAt = firstReceivedAt ?? entry.receivedAt;
    const salt = firstSalt ?? entry.salt;
    const suspicion = flag === null ? null : (suspicions[flag - 1] ?? null);
    outcomes[ord - 1] = {
      verdict,
      transferId: String(id),
      balance,
      receivedAt,
      idolVotes,
      rank,
      salt,
      suspicion,
      rulesHash: rulesHash?.toString('hex') ?? null,
    };
  }
  return outcomes;
}
