import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Activity, countedFrom, type Ranking } from '#/modules/elections/index.ts';
import { isSeen } from './display-freeze.store.ts';
import { thinOut } from './standing.rules.ts';

/** Fits a chart on a phone. */
const pointsMax = 200;

/**
 * Returns an idol's votes and ranks from hourly snapshots up to the given ranking, for its round and those carried into
 * it; empty before the opening. It reads the snapshots of this idol by index.
 */
export async function readIdolHistory(
  db: Kysely<DB>,
  { activity, ranking, idolId }: { activity: Activity; ranking: Ranking; idolId: string },
) {
  if (ranking.state === 'scheduled') return [];
  const { row, round, end } = endOf(activity, ranking, idolId);
  const begin = countedFrom(activity.rounds, { round });
  const hourly = await db
    .selectFrom('ranking_snapshot')
    .select(['taken_at', 'votes', 'rank'])
    .where('activity_id', '=', activity.id)
    .where('idol_id', '=', idolId)
    .where('taken_at', '>', begin)
    .orderBy('taken_at')
    .execute();
  const points = hourly
    .map(({ taken_at, votes, rank }) => ({ at: taken_at.toISOString(), votes, rank }))
    .filter(({ at }) => at < end);
  return thinOut(
    [
      { at: begin.toISOString(), votes: 0, rank: null },
      ...points,
      { at: end, votes: row?.votes ?? 0, rank: row?.rank ?? null },
    ],
    pointsMax,
  );
}

/** Returns an idol's ranking entry with its round and time. */
function endOf({ rounds }: Activity, ranking: Ranking, idolId: string) {
  const closeOf = (number: number) => rounds.find(({ round }) => round === number)?.closesAt.toISOString();
  const left = ranking.left.find((one) => one.idolId === idolId);
  if (left) return { row: left, round: left.leftInRound, end: closeOf(left.leftInRound) ?? ranking.takenAt };
  const { round, roundState, frozenAt, takenAt } = ranking;
  // Counted votes precede the closing second, so the line ends there however late the request is.
  const end = frozenAt ?? (roundState === 'open' ? takenAt : (closeOf(round) ?? takenAt));
  return { row: ranking.list.find((one) => one.idolId === idolId), round, end };
}

type Supporter = { readonly fanId: number; readonly votes: number };

/** The first supporter of each idol and all supporters, by idol id and rank. */
export type Supporters = { readonly takenAt: Date; readonly ofIdol: ReadonlyMap<string, readonly Supporter[]> };

/** More than are shown, because some may be leaving. */
const mostOfIdol = 40;
/** Longer than other queries have: the pass reads millions of votes. */
const statementTimeout = '5min';

/**
 * Returns the fans with the most counted votes per idol of a period, by a sequential pass and a sort: 21 s for ten
 * million votes on two busy cores, so about 150 million fit into `statementTimeout`.
 *
 * @param seen limits the count to votes and decisions visible in this PostgreSQL snapshot.
 */
export async function readSupporters(
  db: Kysely<DB>,
  { period, at, seen }: { period: number; at: Date; seen: string | undefined },
): Promise<Supporters> {
  const { rows } = await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(transaction);
    return sql<Supporter & { idolId: string }>`
      select "idolId", fan as "fanId", votes
        from (select p.name as "idolId", t.fan, sum(t.amount)::bigint as votes,
                     row_number() over (partition by p.name order by sum(t.amount) desc, max(t.id)) as place
                from ledger.transfer t
                join ledger.pool p on p.id = t.pool and p.kind = 'tally'
               where t.book = ${period} and t.direction = -1 and ${isSeen(seen)}
               group by p.name, t.fan) ranked
       where place <= ${mostOfIdol}
       order by "idolId", place`.execute(transaction);
  });
  return { takenAt: at, ofIdol: Map.groupBy(rows, ({ idolId }) => idolId) };
}

type Face = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string };

/** Returns names and pictures of fans by id, without leaving and erased fans. */
export async function readFaces(db: Kysely<DB>, fanIds: readonly number[]): Promise<ReadonlyMap<number, Face>> {
  if (fanIds.length === 0) return new Map();
  const faces = await db
    .selectFrom('fan')
    .select(['id', 'nickname', 'avatar_file', 'avatar_seed'])
    .where('id', 'in', fanIds)
    .where('deletion_requested_at', 'is', null)
    .where('erased_at', 'is', null)
    .execute();
  return new Map(faces.map((face) => [face.id, face]));
}
