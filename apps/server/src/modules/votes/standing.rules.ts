/** Where one idol stands at a moment. */
export type Standing = { readonly idolId: string; readonly votes: number; readonly rank: number };

/** Places gained (positive) or lost since an earlier ranking; 0 for whoever was not in it. */
export function changeSince(earlierRanks: ReadonlyMap<string, number>, { idolId, rank }: Standing): number {
  return (earlierRanks.get(idolId) ?? rank) - rank;
}

/** The full hour in UTC; snapshots are taken on it. */
export function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
}
