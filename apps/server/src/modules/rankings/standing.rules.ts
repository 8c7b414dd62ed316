export type IdolStanding = { readonly idolId: string; readonly votes: number; readonly rank: number };

/** Ranks gained (positive) or lost since an earlier ranking; 0 for an idol that was not in it. */
export function changeSince(earlierRanks: ReadonlyMap<string, number>, { idolId, rank }: IdolStanding): number {
  return (earlierRanks.get(idolId) ?? rank) - rank;
}

/** Returns the full hour in UTC; snapshots are taken on it. */
export function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
}

/** The votes of an activity at an instant: the sum and the leaders' counts. */
export type CountAt = {
  readonly at: Date;
  readonly votes: number;
  /** The votes of the leaders, in the order of the ranking's top. */
  readonly leaderVotes: readonly number[];
};

/** An hour of an activity, cut to its opening times, with its votes. */
export type Hour = { readonly from: Date; readonly to: Date; readonly votes: number };

const hourMs = 3_600_000;

/**
 * Returns the count from zero at the opening, over hourly counts, to the end. Hourly counts outside that time are
 * ignored: the opening hour's snapshot has an earlier time.
 */
export function countOverTime(opensAt: Date, hourly: readonly CountAt[], end: CountAt): CountAt[] {
  const start = { at: opensAt, votes: 0, leaderVotes: end.leaderVotes.map(() => 0) };
  const between = hourly.filter(({ at }) => at > opensAt && at < end.at);
  return [start, ...between, end];
}

/**
 * Returns the hour with the most votes, the first of equals. A longer span, during which no server ran, is not an hour.
 * Null when no hour has votes.
 */
export function busiestHour(counts: readonly CountAt[]): Hour | null {
  let busiest: Hour | null = null;
  for (const [index, next] of counts.entries()) {
    const before = counts[index - 1];
    if (!before || next.at.getTime() - before.at.getTime() > hourMs) continue;
    const votes = next.votes - before.votes;
    if (votes > (busiest?.votes ?? 0)) busiest = { from: before.at, to: next.at, votes };
  }
  return busiest;
}

/** Reduces a line to at most `most` points, evenly, with the first and the last. */
export function thinOut<Point>(points: readonly Point[], most: number): Point[] {
  const last = points.length - 1;
  const every = Math.max(1, Math.ceil(last / (most - 1)));
  return points.filter((_, index) => index === last || (index % every === 0 && last - index >= every / 2));
}
