import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { deleteInBatches, deleteWhere } from '#/db/delete-in-batches.ts';
import { keyset, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { TextInBothLanguages } from '#/modules/elections/index.ts';
import { activityRows, ruleSetRows } from '#/modules/elections/index.ts';

type Queries = Pick<Pool, 'query'>;

/** What a process reports of a device or an address. */
type ClusterNews = {
  readonly kind: number;
  readonly hash: Buffer;
  /** The number of fans allowed from there, and how long each counts. */
  readonly most: number;
  readonly windowMs: number;
  /** The end of the crowding as far as this process knows. */
  readonly crowdedUntilMs: number | null;
  readonly fans: readonly { readonly fanId: number; readonly seenMs: number }[];
};

export type FlaggedVote = { readonly voteId: string; readonly kind: number; readonly hash: Buffer };

/** The most crowded clusters that a process reads at once. */
const heardAtOnce = 5_000;

/**
 * Writes observations, finds crowded clusters over all processes, and returns the ends of their crowding by hash in
 * hexadecimal. The statements are separate transactions: of two processes that add a cluster's last fans at once, the later
 * sees both.
 */
export async function exchangeClusters(
  pool: Queries,
  news: readonly ClusterNews[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const now = new Date(nowMs);
  const observations = news.flatMap(({ kind, hash, fans }) => fans.map((fan) => ({ kind, hash, ...fan })));
  if (observations.length > 0) {
    await pool.query({
      name: 'vote-observations',
      // In key order, so that two processes never wait for each other; each key once, as a statement requires.
      text: `INSERT INTO vote_observation AS s (kind, subject_hash, fan_id, seen_at)
             SELECT DISTINCT ON (n.kind, n.hash, n.fan) n.*
               FROM unnest($1::smallint[], $2::bytea[], $3::bigint[], $4::timestamptz[]) AS n (kind, hash, fan, seen_at)
              ORDER BY n.kind, n.hash, n.fan, n.seen_at DESC
             ON CONFLICT (kind, subject_hash, fan_id) DO UPDATE SET seen_at = excluded.seen_at
               WHERE s.seen_at < excluded.seen_at`,
      values: [
        observations.map(({ kind }) => kind),
        observations.map(({ hash }) => hash),
        observations.map(({ fanId }) => fanId),
        observations.map(({ seenMs }) => new Date(seenMs)),
      ],
    });
  }
  if (news.length > 0) {
    await pool.query({
      name: 'vote-clusters',
      text: `INSERT INTO vote_cluster AS c (kind, subject_hash, crowded_until)
             SELECT DISTINCT ON (n.kind, n.hash) n.kind, n.hash, u.until
               FROM unnest($1::smallint[], $2::bytea[], $3::integer[], $4::bigint[], $5::timestamptz[])
                      AS n (kind, hash, most, window_ms, until)
              CROSS JOIN LATERAL (SELECT n.window_ms * interval '1 ms' AS span) AS w
              CROSS JOIN LATERAL (
                SELECT greatest(n.until, (SELECT s.seen_at + w.span FROM vote_observation s
                                           WHERE s.kind = n.kind AND s.subject_hash = n.hash
                                             AND s.seen_at > $6::timestamptz - w.span
                                           ORDER BY s.seen_at DESC OFFSET n.most LIMIT 1)) AS until) AS u
              WHERE u.until > $6 ORDER BY n.kind, n.hash, u.until DESC
             ON CONFLICT (kind, subject_hash) DO UPDATE
               SET crowded_until = excluded.crowded_until,
                   id = CASE WHEN c.crowded_until < $6 THEN gen_random_uuid() ELSE c.id END
               WHERE c.crowded_until < excluded.crowded_until`,
      values: [
        news.map(({ kind }) => kind),
        news.map(({ hash }) => hash),
        news.map(({ most }) => most),
        news.map(({ windowMs }) => windowMs),
        news.map(({ crowdedUntilMs }) => (crowdedUntilMs === null ? null : new Date(crowdedUntilMs))),
        now,
      ],
    });
  }
  const { rows } = await pool.query<{ hash: string; crowded_until: Date }>({
    name: 'crowded-places',
    text: `SELECT encode(subject_hash, 'hex') AS hash, crowded_until FROM vote_cluster
            WHERE crowded_until > $1 ORDER BY crowded_until DESC LIMIT ${heardAtOnce}`,
    values: [now],
  });
  return new Map(rows.map((row) => [row.hash, row.crowded_until.getTime()]));
}

/**
 * Groups votes in quarantine by their cluster. Returns the grouped ones: a cluster that no process has reported yet has no
 * row.
 */
export async function keepClusters(pool: Queries, votes: readonly FlaggedVote[]): Promise<ReadonlySet<string>> {
  if (votes.length === 0) return new Set();
  const { rows } = await pool.query<{ vote_id: string }>(
    `WITH placed AS (
     SELECT v.vote_id, c.id FROM unnest($1::bigint[], $2::smallint[], $3::bytea[]) AS v (vote_id, kind, hash)
       JOIN vote_cluster c ON c.kind = v.kind AND c.subject_hash = v.hash
     ), kept AS (INSERT INTO clustered_vote (vote_id, cluster_id) SELECT * FROM placed ON CONFLICT (vote_id) DO NOTHING)
     SELECT vote_id::text FROM placed`,
    [votes.map(({ voteId }) => voteId), votes.map(({ kind }) => kind), votes.map(({ hash }) => hash)],
  );
  return new Set(rows.map((row) => row.vote_id));
}

type OwnVoteRate = { readonly period: number; readonly fanId: number; readonly own: readonly number[] };

/** Writes the latest calls of fast fans, and returns what other processes have seen of them: `period fan` to instants. */
export async function exchangeVoteRates(
  pool: Queries,
  writer: string,
  rates: readonly OwnVoteRate[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const periods = rates.map(({ period }) => period);
  const fans = rates.map(({ fanId }) => fanId);
  await pool.query(
    // An array of arrays must be rectangular, so each fan's calls are one text.
    `INSERT INTO vote_pace AS p (period, fan_id, writer, calls)
     SELECT n.period, n.fan_id, $1, n.calls::timestamptz[]
       FROM unnest($2::integer[], $3::bigint[], $4::text[]) AS n (period, fan_id, calls)
      ORDER BY 1, 2
     ON CONFLICT (period, fan_id, writer) DO UPDATE SET calls = excluded.calls`,
    [writer, periods, fans, rates.map(({ own }) => `{${own.map((call) => new Date(call).toISOString()).join(',')}}`)],
  );
  const { rows } = await pool.query<{ period: number; fan_id: number; calls: Date[] }>(
    `SELECT p.period, p.fan_id, p.calls FROM unnest($2::integer[], $3::bigint[]) AS n (period, fan_id)
       JOIN vote_pace p ON p.period = n.period AND p.fan_id = n.fan_id AND p.writer <> $1`,
    [writer, periods, fans],
  );
  const heard = Map.groupBy(rows, (row) => `${row.period} ${row.fan_id}`);
  return new Map(
    heard
      .entries()
      .map(([name, some]) => [
        name,
        some.flatMap(({ calls }) => calls.map((call) => call.getTime())).toSorted((one, other) => one - other),
      ]),
  );
}

/** Deletes observations, calls and crowded clusters older than their window. `before` is the beginning of each window. */
export async function deleteObservations(
  db: Kysely<DB>,
  { now, kinds }: { now: Date; kinds: readonly { readonly kind: number; readonly before: Date }[] },
): Promise<void> {
  for (const { kind, before } of kinds) {
    const condition = sql`kind = ${kind} AND seen_at < ${before}`;
    await deleteWhere(db, { table: 'vote_observation', condition, order: sql`kind, seen_at` });
  }
  const lastCallIsOld = sql`calls[cardinality(calls)] < ${now}::timestamptz - interval '1 minute'`;
  await deleteWhere(db, { table: 'vote_pace', condition: lastCallIsOld });
  await deleteInBatches(db, { table: 'vote_cluster', column: 'crowded_until', before: now });
  // The origin matters only until the votes are decided.
  const isDecided = sql`EXISTS (SELECT FROM decided_vote d WHERE d.vote_id = clustered_vote.vote_id)`;
  await deleteWhere(db, { table: 'clustered_vote', condition: isDecided });
}

/** Deletes a fan's observations and calls. */
export async function deleteObservationsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await sql`DELETE FROM vote_observation WHERE fan_id = ${fanId}`.execute(tx);
  await sql`DELETE FROM vote_pace WHERE fan_id = ${fanId}`.execute(tx);
}

type VoteDecision = 'released' | 'voided';

export type Decision = {
  readonly activityId: string;
  /** Unique. */
  readonly voteIds: readonly string[];
  readonly verdict: VoteDecision;
  /** Public. */
  readonly reason: TextInBothLanguages;
  /** Whether the rules decided, because the time for a decision was over. */
  readonly isByRule: boolean;
  readonly at: Date;
};

/** A settled round cannot occur here, because a round settles only when its quarantine is empty. */
const results = ['decided', 'decidedBefore', 'notInQuarantine', 'decidedOtherwise'] as const;

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
export async function decideVotes(db: Kysely<DB>, decision: Decision): Promise<DecidedVote[]> {
  const { activityId, voteIds, verdict, reason, isByRule, at } = decision;
  const { rows } = await sql<DecidedVote>`
    select vote_id::text as "voteId", result, coalesce(num, 0) as num
      from write_vote_decision(${activityId}, ${voteIds}::bigint[], ${verdict}, ${JSON.stringify(reason)}::jsonb,
                               ${isByRule}, ${at})`.execute(db);
  const strange = rows.find(({ result }) => !results.includes(result));
  if (strange) throw new Error(`The ledger answered the decision of vote ${strange.voteId} with ${strange.result}`);
  return rows;
}

export type RoundKey = { readonly activityId: string; readonly round: number };

/**
 * Finds the verdict of the rules for votes of a round that have waited as long as they may; undefined if there are
 * none.
 */
export async function findDueVerdict(
  db: Kysely<DB>,
  { activityId, round }: RoundKey,
  at: Date,
): Promise<VoteDecision | undefined> {
  const { rows } = await sql<{ verdict: VoteDecision }>`
    select t.terms->>'ifUndecided' as verdict
      from ${activityRows} a
      join ledger.period p on p.id = a.period
      join ${ruleSetRows} s on s.id = p.rule_set
     cross join lateral (select s.document::jsonb->'quarantine' as terms) t
      join ledger.round r on r.period = p.id and r.round = ${round}
     where a.id = ${activityId} and r.status = 'closed' and jsonb_typeof(t.terms) = 'object'
       and r.closes_at + (t.terms->>'decideWithinHours')::integer * interval '1 hour' <= ${at}`.execute(db);
  return rows[0]?.verdict;
}

type VoteCursor = { readonly voteId: string };
const byVote = keyset<VoteCursor>({ voteId: 't.id' });

/** Lists a section of the votes of a round in quarantine. */
export async function listUndecidedVotes(
  db: Kysely<DB>,
  { activityId, round, after, most }: RoundKey & Section<VoteCursor>,
): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${activityRows} a
      join ledger.transfer t on t.book = a.period and t.flag is not null
      join ledger.pool q on q.id = t.pool and q.round = ${round}
     where a.id = ${activityId} and ${byVote.isAfter(after)}
       and not exists (select from decided_vote d where d.vote_id = t.id)
     ${byVote.first(most)}`.execute(db);
  return rows.map(({ id }) => String(id));
}
