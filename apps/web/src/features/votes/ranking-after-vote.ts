import type { Ranking } from './standings.ts';

/**
 * The ranking with one idol's freshly confirmed votes, never fewer than it already tells, so that the fan sees the vote
 * count at once. The next event of the stream replaces it.
 */
export function withVote(ranking: Ranking, idolId: string, votes: number): Ranking {
  const list = ranking.list.map((row) => (row.idolId === idolId && row.votes < votes ? { ...row, votes } : row));
  const ranked = list.toSorted((one, other) => other.votes - one.votes || one.rank - other.rank);
  return { ...ranking, list: ranked.map((row, index) => ({ ...row, rank: index + 1 })) };
}
