import { isDeepStrictEqual } from 'node:util';
import type { ActivityState } from './activity-state.ts';
import type { Ranking } from './ranking.view.ts';

const states: readonly ActivityState[] = ['scheduled', 'open', 'closing', 'tallying', 'final'];

/**
 * Whether a ranking was taken before another: a slow reading may come in after a newer one, and a process that has not
 * heard yet of the end may read after one that has. Nobody is shown votes, or an election, that go back. A round goes from
 * its live count over the frozen one to its result, whatever the version; within each of these the version decides.
 */
export function isOlder(ranking: Ranking, than: Ranking): boolean {
  const order = [
    ranking.round - than.round,
    stageOf(ranking) - stageOf(than),
    ranking.version - than.version,
    states.indexOf(ranking.roundState) - states.indexOf(than.roundState),
    states.indexOf(ranking.state) - states.indexOf(than.state),
  ];
  return (order.find((difference) => difference !== 0) ?? 0) < 0;
}

function stageOf({ roundState, frozenAt }: Ranking): number {
  if (roundState === 'final') return 2;
  return frozenAt === null ? 0 : 1;
}

/** What there is to tell of a newer ranking: nothing, the rows that altered, or all of it. */
export type RankingNews = 'none' | 'whole' | { readonly rows: Ranking['list'] };

/**
 * What is new in a ranking since another. It is told as a whole where others stand in it than before: a delta has no way
 * to say that somebody has left. Its time alone is no news.
 */
export function newsSince(before: Ranking, after: Ranking): RankingNews {
  const known = new Map(before.list.map((row) => [row.idolId, row]));
  const isSameField =
    after.list.length === known.size &&
    after.list.every(({ idolId }) => known.has(idolId)) &&
    isDeepStrictEqual(before.left, after.left);
  if (!isSameField) return 'whole';
  const rows = after.list.filter(({ idolId, votes, rank, change, setAside }) => {
    const row = known.get(idolId);
    return (
      !row ||
      row.votes !== votes ||
      row.rank !== rank ||
      row.change !== change ||
      !isDeepStrictEqual(row.setAside, setAside)
    );
  });
  const isNews = rows.length > 0 || toldBeside.some((field) => before[field] !== after[field]);
  return isNews ? { rows } : 'none';
}

/** What every event tells beside the rows. */
const toldBeside = ['version', 'state', 'round', 'roundState', 'frozenAt', 'goOn', 'closesAt'] as const;
