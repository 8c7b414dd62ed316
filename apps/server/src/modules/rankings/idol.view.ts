import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Activity, countedFrom, type Ranking } from '#/modules/elections/index.ts';
import { isSeen } from './display-freeze.store.ts';
import { thinOut } from './standing.rules.ts';

/** A phone's chart has no room for more. */
const pointsMax = 200;

/**
 * An idol's votes and ranks over the hourly snapshots to what a ranking says, of the round on show or of the one that she
 * left in, and of those whose votes were carried into it; empty before the opening. Reads the snapshots of this one idol by
 * their index.
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

/** What a ranking says of an idol, in which round, and of when that is. */
function endOf({ rounds }: Activity, ranking: Ranking, idolId: string) {
  const closeOf = (number: number) => rounds.find(({ round }) => round === number)?.closesAt.toISOString();
  const left = ranking.left.find((one) => one.idolId === idolId);
  if (left) return { row: left, round: left.leftInRound, end: closeOf(left.leftInRound) ?? ranking.takenAt };
  const { round, roundState, frozenAt, takenAt } = ranking;
  // What counts was received before the closing second, so that is where the line ends, however late it is looked at.
  const end = frozenAt ?? (roundState === 'open' ? takenAt : (closeOf(round) ?? takenAt));
  return { row: ranking.list.find((one) => one.idolId === idolId), round, end };
}

type Supporter = { readonly fanId: number; readonly votes: number };

/** The first of each idol, by her id, in their order. */
export type Supporters = { readonly takenAt: Date; readonly ofIdol: ReadonlyMap<string, readonly Supporter[]> };

/** More than are shown: some may be leaving. */
const mostOfIdol = 40;
/** Longer than any other query of the application has: the pass over millions of votes takes its time. */
const statementTimeout = '5min';

/**
 * The fans whose votes count most for each idol of a period, over all its rounds. Its book holds nothing but votes and is
 * read once from end to end, by a sequential pass and a sort of one row for each fan and idol: 2.7 s for a million votes and
 * 21 s for ten million on two busy cores, so that some 150 million are the most that `statementTimeout` has room for.
 *
 * @param seen only votes and decisions that this PostgreSQL snapshot has count; all of them without it.
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

/** Names and pictures of fans, by id, without those who are leaving or have left. */
export async function readFaces(db: Kysely<DB>, fanIds: readonly number[]): Promise<ReadonlyMap<number, Face>> {
  if (fanIds.length === 0) return new Map();
  const faces = await db
    .selectFrom('fan')
    .select(['id', 'nickname', 'avatar_file', 'avatar_seed'])
    .where('id', 'in', fanIds)
    .where('leaving_since', 'is', null)
    .where('erased_at', 'is', null)
    .execute();
  return new Map(faces.map((face) => [face.id, face]));
}
