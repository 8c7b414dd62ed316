import type { Pool } from 'pg';
import { type Suspicion, suspicionFlags, suspicionOf } from '#/modules/quarantine/index.ts';
import type { SpanPlace } from '#/lib/tracing.ts';
import type { Conversion } from './conversions.store.ts';
import type { VoteVerdict } from './vote-verdicts.rules.ts';

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
  /** The time of the fan's sign-up. */
  readonly joinedAt: Date;
  /** The reason for quarantine; null for most votes. */
  readonly suspicion: Suspicion | null;
  /** Tickets to convert first, and the votes that the fan was shown for them; most votes have none. */
  readonly conversion?: Conversion | undefined;
  /** The call in a trace that is kept. */
  readonly span?: SpanPlace | undefined;
};

/**
 * The ledger's answer to one entry. `balance` is the rest; after a refusal by a limit, the votes that could still be
 * cast; after one of the conversion, the convertible tickets or the votes that they bring today. The other fields are
 * those of the counted vote, which for a repeat is the first one.
 */
export type VoteOutcome = {
  readonly verdict: VoteVerdict;
  readonly transferId: string;
  readonly balance: number;
  readonly receivedAt: Date;
  /** Votes and place of the idol after this vote and all that were counted before it. */
  readonly idolVotes: number;
  readonly rank: number;
  /** The place before this vote; null where it changed none. */
  readonly rankBefore: number | null;
  /** At most three idols that the vote overtook, the highest first; null when there are none. */
  readonly passed: readonly string[] | null;
  /** Votes ahead of the first of them. */
  readonly lead: number | null;
  readonly salt: Buffer;
  readonly suspicion: Suspicion | null;
  /** SHA-256 of the rules the vote was cast under, in hexadecimal; null without published rules. */
  readonly rulesHash: string | null;
};

type VerdictRow = Pick<VoteOutcome, 'verdict' | 'balance' | 'idolVotes' | 'rank' | 'rankBefore' | 'passed' | 'lead'> & {
  /** The entry's place in the batch, from 1. */
  readonly ord: number;
  readonly transferId: number | null;
  readonly receivedAt: Date | null;
  readonly salt: Buffer | null;
  readonly flag: number | null;
  readonly rulesHash: Buffer | null;
};

const columns =
  'ord, verdict, transfer_id as "transferId", balance, received_at as "receivedAt", pool_after as "idolVotes", ' +
  'pool_rank as rank, rank_before as "rankBefore", passed, lead, salt, flag, rules_hash as "rulesHash"';
const voteArguments =
  '$1, $2, $3, $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::bytea[], ' +
  '$10::timestamptz[], $11::smallint[]';

const plain = {
  name: 'cast-vote-batch',
  text: `select ${columns} from ledger.cast_vote_batch(${voteArguments})`,
};
const withTickets = {
  name: 'cast-vote-batch-with-tickets',
  text: `select ${columns} from cast_vote_batch_with_tickets(${voteArguments}, $12::bigint[], $13::bigint[])`,
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
  const { rows } = await pool.query<VerdictRow>(
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
    entries.map((entry) => (entry.suspicion === null ? null : suspicionFlags[entry.suspicion])),
  ];
}

function outcomesOf(rows: readonly VerdictRow[], entries: readonly VoteEntry[]): VoteOutcome[] {
  const outcomes: VoteOutcome[] = [];
  for (const row of rows) {
    const entry = entries[row.ord - 1];
    if (!entry) throw new Error(`The ledger answered entry ${row.ord} of a batch of ${entries.length}`);
    outcomes[row.ord - 1] = {
      verdict: row.verdict,
      transferId: String(row.transferId),
      balance: row.balance,
      receivedAt: row.receivedAt ?? entry.receivedAt,
      idolVotes: row.idolVotes,
      rank: row.rank,
      rankBefore: row.rankBefore,
      passed: row.passed,
      lead: row.lead,
      salt: row.salt ?? entry.salt,
      suspicion: row.flag === null ? null : (suspicionOf(row.flag) ?? null),
      rulesHash: row.rulesHash?.toString('hex') ?? null,
    };
  }
  return outcomes;
}
