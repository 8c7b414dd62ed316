type Standing = { readonly votes: number; readonly rank: number };

/** The standings of a moment, by idol id. */
type Standings = ReadonlyMap<string, Standing>;

export type Overtake = {
  readonly idolId: string;
  readonly rank: number;
  /** The nearest of those who passed her. */
  readonly passer: { readonly idolId: string; readonly rank: number; readonly votesToPass: number };
  readonly others: number;
};

/**
 * Finds the idols who were passed between two moments: who had at least as many votes as another and now has fewer, and a
 * lower place. A tie does not pass.
 */
export function overtakesBetween(before: Standings, after: Standings): Overtake[] {
  return [...after].flatMap(([idolId, now]) => {
    const then = before.get(idolId);
    if (!then || now.rank <= then.rank) return [];
    const passers = [...after].filter(([other, { votes }]) => {
      const earlier = before.get(other);
      return earlier !== undefined && earlier.votes <= then.votes && votes > now.votes;
    });
    const [first, ...rest] = passers.toSorted(([, one], [, two]) => one.votes - two.votes || two.rank - one.rank);
    if (!first) return [];
    const [passerId, { rank, votes }] = first;
    const passer = { idolId: passerId, rank, votesToPass: votes - now.votes + 1 };
    return [{ idolId, rank: now.rank, passer, others: rest.length }];
  });
}
