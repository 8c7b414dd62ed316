/** What one idol has in an activity at a moment. */
export type Tally = {
  readonly idolId: string;
  readonly votes: number;
  /** When the idol's latest vote was received, which is when this count was reached; nothing before the first vote. */
  readonly reachedAt: Date | null;
};

export type Standing = { readonly idolId: string; readonly votes: number; readonly rank: number };

/**
 * Puts tallies into their order: more votes first; of equals who reached the count first; of equals in that, the smaller
 * idol id. Every idol has a rank of its own.
 */
export function rankTallies(tallies: readonly Tally[]): Standing[] {
  return tallies
    .toSorted((a, b) => b.votes - a.votes || reachedMs(a) - reachedMs(b) || Number(a.idolId) - Number(b.idolId))
    .map(({ idolId, votes }, position) => ({ idolId, votes, rank: position + 1 }));
}

function reachedMs({ reachedAt }: Tally): number {
  return reachedAt?.getTime() ?? 0;
}

/** Places gained (positive) or lost since an earlier ranking; 0 for whoever was not in it. */
export function changeSince(earlierRanks: ReadonlyMap<string, number>, { idolId, rank }: Standing): number {
  return (earlierRanks.get(idolId) ?? rank) - rank;
}

/** The full hour in UTC; snapshots are taken on it. */
export function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
}
