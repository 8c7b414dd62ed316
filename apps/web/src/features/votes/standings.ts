import type { Contract, DataOf } from '@lightstick/contract';

export type Idol = DataOf<Contract['GET /activity/api/v1/vote/idol/getAllIdolList']>[number];
export type Ranking = DataOf<Contract['GET /activity/api/v1/vote/ranking']>;
export type Team = DataOf<Contract['GET /activity/api/v1/vote/idol/getVoteIdolTeams']>[number];

/** What it takes to reach the place above. */
export type Gap = { readonly rank: number; readonly votes: number };

/** One idol with where she stands now. `gap` is null at the very top. */
export type Standing = Idol & { readonly gap: Gap | null };

/**
 * The ranking with names and faces: who is who changes rarely and comes from the idol list; votes and ranks change every
 * second and come from the ranking. An idol that the ranking does not mention yet keeps what the list said.
 */
export function standings(idols: readonly Idol[], ranking: Ranking | undefined): readonly Standing[] {
  const live = new Map(ranking?.list.map((row) => [row.idolId, row]));
  const ranked = idols
    .map((idol) => ({ ...idol, ...live.get(idol.idolId) }))
    .toSorted((one, other) => one.rank - other.rank || other.votes - one.votes);
  return ranked.map((idol, index) => {
    const above = ranked[index - 1];
    return { ...idol, gap: above ? { rank: above.rank, votes: Math.max(0, above.votes - idol.votes) } : null };
  });
}

/** The newer of two rankings: an answer that was slower than the stream must not turn the screen back. */
export function newerRanking(known: Ranking | undefined, next: Ranking): Ranking {
  return known && known.version > next.version ? known : next;
}
