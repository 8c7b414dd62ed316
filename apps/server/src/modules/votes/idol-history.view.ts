import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';
import type { Ranking } from './ranking.view.ts';
import { countedFrom } from './rounds.rules.ts';
import { thinOut } from './summary.rules.ts';

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
