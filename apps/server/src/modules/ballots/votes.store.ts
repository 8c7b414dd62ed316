import type { Pool } from 'pg';
import { eventTime } from '@lightstick/contract/zoned-date';
import { type Suspicion, suspicionFlags, suspicionOf } from '#/modules/quarantine/index.ts';
import { Refusal } from '#/errors.ts';
import type { Activity } from '#/modules/elections/index.ts';
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

/** What ledger.cast_vote_batch and cast_vote_batch_with_tickets decide about a vote. */
type Verdict =
  | 'cast'
  | 'repeat'
  | 'tooFew'
  | 'keyReused'
  | 'notOpen'
  | 'ended'
  | 'overCap'
  | 'tooYoung'
  | 'overPaidShare'
  | 'overEndingLimit'
  | 'withdrawn'
  | 'tooFewTickets'
  | 'conversionChanged';

type Row = Pick<VoteOutcome, 'verdict' | 'balance' | 'idolVotes' | 'rank'> & {
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
  'pool_rank as rank, salt, flag, rules_hash as "rulesHash"';
const voteArguments =
  '$1, $2, $3, $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::bytea[], $10::timestamptz[], $11::smallint[]';

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
    entries.map((entry) => (entry.suspicion === null ? null : suspicionFlags[entry.suspicion])),
  ];
}

function outcomesOf(rows: readonly Row[], entries: readonly VoteEntry[]): VoteOutcome[] {
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
      salt: row.salt ?? entry.salt,
      suspicion: row.flag === null ? null : (suspicionOf(row.flag) ?? null),
      rulesHash: row.rulesHash?.toString('hex') ?? null,
    };
  }
  return outcomes;
}

const hourMs = 3_600_000;

/**
 * Throws the refusal of a vote that the ledger did not cast. `balance` is the number of votes that could be cast, of tickets
 * that could be converted, or of the votes that they bring; `refusal` replaces VOTING_ENDED.
 */
export function throwRefusal(
  { verdict, balance }: { readonly verdict: Verdict; readonly balance: number },
  { activity, refusal }: { readonly activity: Activity; readonly refusal: Refusal | undefined },
  vote: {
    readonly num: number;
    readonly receivedAt: Date;
    readonly fan: { readonly joinedAt: Date };
    readonly conversion?: { readonly tickets: number } | undefined;
  },
): void {
  const { num, receivedAt, fan, conversion } = vote;
  switch (verdict) {
    case 'cast':
    case 'repeat':
      return;
    case 'tooFew':
      throw new Refusal('INSUFFICIENT_VOTES', { missing: num - balance });
    case 'keyReused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'notOpen':
      throw new Refusal('VOTING_NOT_OPEN');
    case 'ended':
      throw refusal ?? new Refusal('VOTING_ENDED');
    case 'overCap':
      throw new Refusal('DAILY_CAP_REACHED', { left: balance });
    case 'tooYoung': {
      const from = new Date(fan.joinedAt.getTime() + activity.minAccountAgeMs);
      const hours = activity.minAccountAgeMs / hourMs;
      throw new Refusal('ACCOUNT_TOO_YOUNG', { hours, from: eventTime(from, activity.timeZone, receivedAt) });
    }
    case 'overPaidShare': {
      const percent = activity.ruleSet?.document.paidShareMaxPercent ?? 100;
      throw new Refusal('PAID_SHARE_REACHED', { percent, left: balance });
    }
    case 'overEndingLimit': {
      const until = activity.endings.find(({ from }) => from > receivedAt)?.from ?? activity.closesAt;
      const shown = eventTime(until, activity.timeZone, receivedAt);
      throw new Refusal('ENDING_LIMIT_REACHED', { left: balance, until: shown });
    }
    case 'withdrawn':
      throw new Refusal('IDOL_WITHDRAWN');
    case 'tooFewTickets':
      throw new Refusal('INSUFFICIENT_TICKETS', { missing: (conversion?.tickets ?? 0) - balance });
    case 'conversionChanged':
      throw new Refusal('CONVERSION_CHANGED', { votes: balance });
    default:
      throw new Error(`The ledger answered a vote with the verdict ${String(verdict satisfies never)}`);
  }
}
