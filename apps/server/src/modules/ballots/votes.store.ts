import type { Pool } from 'pg';
import { type Suspicion, suspicions } from '#/modules/quarantine/index.ts';
import type { Conversion } from './conversions.store.ts';

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
  /** Tickets to convert first, and the votes that the fan was shown for them; most votes have none. */
  readonly conversion?: Conversion | undefined;
};

/**
 * The ledger's answer to one entry. `balance` is what is left; after a refusal by a limit, what could still be cast; after
 * one of the conversion, the tickets that could be converted, or the votes that they bring today. The other fields are those
 * of the counted vote, which for a repeat is the first one.
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

const columns = 'ord, result, transfer_id, balance, received_at, pool_after, pool_rank, salt, flag, rules_hash';
const voteArguments =
  '$1, $2, $3, $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::bytea[], $10::timestamptz[], $11::smallint[]';

const plain = {
  name: 'cast-votes',
  text: `select ${columns} from ledger.cast_votes(${voteArguments})`,
  rowMode: 'array' as const,
};
const withTickets = {
  name: 'cast-votes-with-tickets',
  text: `select ${columns} from cast_votes_with_tickets(${voteArguments}, $12::bigint[], $13::bigint[])`,
  rowMode: 'array' as const,
};

/**
 * Writes a batch of votes of one round in one commit, all of them with tickets or none. `shard` is the writer's part of
 * every tally.
 */
export async function castVotes(
  pool: Pick<Pool, 'query'>,
  shard: number,
  entries: readonly VoteEntry[],
): Promise<VoteOutcome[]> {
  const conversions = entries.flatMap(({ conversion }) => conversion ?? []);
  const tickets = [conversions.map((one) => one.tickets), conversions.map((one) => one.votes)];
  const { rows } = await pool.query<Row>(
    conversions.length === 0
      ? { ...plain, values: valuesOf(shard, entries) }
      : { ...withTickets, values: [...valuesOf(shard, entries), ...tickets] },
  );
  return outcomesOf(rows, entries);
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

/** The verdicts of ledger.cast_votes and cast_votes_with_tickets by result number. */
const verdicts = [
  'cast',
  'repeat',
  'insufficient',
  'keyReused',
  'notOpen',
  'ended',
  'overCap',
  'tooYoung',
  'overPaidShare',
  'overEndingLimit',
  'withdrawn',
  'insufficientTickets',
  'conversionChanged',
] as const;
export type Verdict = (typeof verdicts)[number];
