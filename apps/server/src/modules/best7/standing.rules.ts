/** What all ballots of a poll come to for one idol. */
export type Tally = {
  readonly idolId: string;
  /** The number she wears: no two idols have the same. */
  readonly number: number;
  readonly points: number;
  readonly firstPlaces: number;
};

export type Standing = {
  readonly idolId: string;
  readonly rank: number;
  readonly points: number;
  readonly firstPlaces: number;
};

/** What an idol has in the end, with her rank; who has withdrawn has none, though the ballots that name her count. */
export type Place = Omit<Standing, 'rank'> & { readonly rank: number | null };

/** Idols by points; of equals the one with more first places, then the one with the smaller number stands in front. */
export function rankTallies(tallies: readonly Tally[]): Standing[] {
  return tallies
    .toSorted(
      (one, other) => other.points - one.points || other.firstPlaces - one.firstPlaces || one.number - other.number,
    )
    .map(({ idolId, points, firstPlaces }, index) => ({ idolId, rank: index + 1, points, firstPlaces }));
}
