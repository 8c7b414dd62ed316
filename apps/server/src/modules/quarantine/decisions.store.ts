import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Text } from '#/modules/elections/index.ts';

export type Verdict = 'released' | 'voided';

/**
 * The results of ledger.decide_votes by number. Its result for a settled round cannot occur here: a round settles only when
 * its quarantine is empty.
 */
const results = ['decided', 'decidedBefore', 'notInQuarantine', 'decidedOtherwise'] as const;

export type Decision = {
  readonly activityId: string;
  /** Unique. */
  readonly voteIds: readonly string[];
  readonly verdict: Verdict;
  /** Public. */
  readonly reason: Text;
  /** Whether the rules decided, because the time for a decision was over. */
  readonly isByRule: boolean;
  readonly at: Date;
};

export type DecidedVote = {
  readonly voteId: string;
  readonly result: (typeof results)[number];
  /** The number of votes; 0 unless decided now. */
  readonly num: number;
};

/**
 * Moves votes out of quarantine and writes the decision in one statement. Concurrent decisions wait for each other; the
 * later one gets the earlier result.
 */
export async function decideVotes(db: Kysely<DB> | Transaction<DB>, decision: Decision): Promise<DecidedVote[]> {
  const { activityId, voteIds, verdict, reason, isByRule, at } = decision;
  const { rows } = await sql<{ vote_id: number; result: number; num: number | null }>`
    select vote_id, result, num
      from decide_quarantined_votes(${activityId}, ${voteIds}::bigint[], ${verdict}, ${JSON.stringify(reason)}::jsonb,
                                    ${isByRule}, ${at})`.execute(db);
  return rows.map(({ vote_id, result, num }) => {
    const named = results[result];
    if (!named) throw new Error(`The ledger answered a decision about the vote ${vote_id} with the result ${result}`);
    return { voteId: String(vote_id), result: named, num: num ?? 0 };
  });
}

/** The ledger's period of an activity. */
export async function periodOf(db: Kysely<DB>, activityId: string): Promise<number> {
  const activity = await db
    .selectFrom('activity')
    .select('period')
    .where('id', '=', activityId)
    .executeTakeFirstOrThrow();
  return activity.period;
}

export type RoundKey = { readonly activityId: string; readonly round: number };

/** The verdict of the rules for votes of a round that have waited as long as they may; undefined if there are none. */
export async function findDueVerdict(
  db: Kysely<DB>,
  { activityId, round }: RoundKey,
  at: Date,
): Promise<Verdict | undefined> {
  const { rows } = await sql<{ verdict: Verdict }>`
    select t.terms->>'ifUndecided' as verdict
      from activity a
      join ledger.period p on p.id = a.period
      join rule_set s on s.id = p.rule_set
     cross join lateral (select s.document::jsonb->'quarantine' as terms) t
      join ledger.round r on r.period = p.id and r.round = ${round}
     where a.id = ${activityId} and r.status = 'closed' and jsonb_typeof(t.terms) = 'object'
       and r.closes_at + (t.terms->>'decideWithinHours')::integer * interval '1 hour' <= ${at}`.execute(db);
  return rows[0]?.verdict;
}

/** The next votes of a round in quarantine, by id. */
export async function listUndecidedVotes(
  db: Kysely<DB>,
  { activityId, round, after, most }: RoundKey & { readonly after: string; readonly most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from activity a
      join ledger.transfer t on t.book = a.period and t.flag is not null
      join ledger.pool q on q.id = t.pool and q.round = ${round}
     where a.id = ${activityId} and t.id > ${after}::bigint
       and not exists (select from decided_vote d where d.vote_id = t.id)
     order by t.id limit ${most}`.execute(db);
  return rows.map(({ id }) => String(id));
}
