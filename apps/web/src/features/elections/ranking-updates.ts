import type { Ranking } from './standings.ts';

const states = ['scheduled', 'open', 'closing', 'tallying', 'final'];
const orderOf = ({ round, roundState, frozenAt, version }: Ranking) => {
  const state = states.indexOf(roundState);
  return [round, state > 3 ? 2 : Number(frozenAt !== null), version, state] as const;
};

/**
 * Returns the newer of two rankings, so that neither a slow answer nor a process that lags behind turns the screen
 * back. A round goes from its live count over the frozen one to its result.
 */
export function newerRanking(known: Ranking | undefined, next: Ranking): Ranking {
  const before = known && orderOf(known);
  const step =
    before &&
    orderOf(next)
      .map((value, index) => value - (before[index] ?? 0))
      .find(Boolean);
  return known && step && step < 0 ? known : next;
}

/**
 * Returns the ranking with one idol's confirmed votes, never fewer than before, so that the fan sees their vote at
 * once. The next event of the stream replaces it. A hidden count does not change.
 */
export function withVote(ranking: Ranking, idolId: string, votes: number): Ranking {
  const isNews = ranking.list.some((row) => row.idolId === idolId && row.votes < votes);
  if (!isNews || ranking.frozenAt !== null) return ranking;
  const sharesPlaces = ranking.list.some(({ rank }, index) => rank === ranking.list[index - 1]?.rank);
  const list = ranking.list
    .map((row) => (row.idolId === idolId ? { ...row, votes } : row))
    .toSorted((one, other) => other.votes - one.votes || one.rank - other.rank);
  const placeOf = (count: number, index: number) =>
    sharesPlaces ? list.findIndex((row) => row.votes === count) + 1 : index + 1;
  return { ...ranking, list: list.map((row, index) => ({ ...row, rank: placeOf(row.votes, index) })) };
}
