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

/** The votes of an activity at a moment, all together and of its leaders. */
export type CountAt = {
  readonly at: Date;
  readonly votes: number;
  /** In the order of the ranking's top. */
  readonly leaderVotes: readonly number[];
};

/** One hour of an activity, or the part of it that lies inside the activity, and what was cast in it. */
export type Hour = { readonly from: Date; readonly to: Date; readonly votes: number };

const hourMs = 3_600_000;

/**
 * The count from zero at the opening, over the hourly counts in between, to what stands at the end. An hourly count from
 * outside that time says nothing: the one of the hour of the opening carries a time before it.
 */
export function countOverTime(opensAt: Date, hourly: readonly CountAt[], end: CountAt): CountAt[] {
  const start = { at: opensAt, votes: 0, leaderVotes: end.leaderVotes.map(() => 0) };
  const between = hourly.filter(({ at }) => at > opensAt && at < end.at);
  return [start, ...between, end];
}

/**
 * The hour in which most votes were cast; of equals the first. A span longer than an hour, over which no server was there
 * to count, is no hour and is left out. Null when nothing was cast in any hour.
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

/** Leaves every so many points of a line, at most `most` of them, and always the first and the last. */
export function thinOut<Point>(points: readonly Point[], most: number): Point[] {
  const last = points.length - 1;
  const every = Math.max(1, Math.ceil(last / (most - 1)));
  return points.filter((_, index) => index === last || (index % every === 0 && last - index >= every / 2));
}
