import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';

type PollState = 'scheduled' | 'open' | 'closing' | 'final';
type Window = Pick<Poll, 'opensAt' | 'closesAt'>;

/**
 * How long after the closing a ballot that was received in time may still be counted: it may have waited for a database that
 * restarts.
 */
const lateCountingMs = 15_000;

/** What is left after a ballot was counted is one statement, which the database ends after fifteen seconds at most. */
const settlingMs = lateCountingMs + 15_000;

/** Where a poll is in its life. The instant of closing is no longer open; nothing changes any more once it is final. */
export function pollState({ opensAt, closesAt }: Window, at: Date): PollState {
  if (at < opensAt) return 'scheduled';
  if (at < closesAt) return 'open';
  return at.getTime() < closesAt.getTime() + settlingMs ? 'closing' : 'final';
}

/** Whether a ballot may no longer be counted, however early it was received. */
export function isTooLateToCount({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): boolean {
  return now.getTime() >= closesAt.getTime() + lateCountingMs;
}

/** The day that a ballot received at an instant belongs to. */
export function ballotDay({ timeZone }: Pick<Poll, 'timeZone'>, at: Date): string {
  return localDateAt(at, timeZone);
}

/** When whoever has cast the ballot of a day may cast the next one; nothing when the poll closes before. */
export function nextBallotAfter({ timeZone, closesAt }: Pick<Poll, 'timeZone' | 'closesAt'>, day: string): Date | null {
  const next = startOfLocalDate(addDays(day, 1), timeZone);
  return next < closesAt ? next : null;
}

/** The poll that needs attention first: one that is open, else the next to open, else the last that has ended. */
export function mostPressing(polls: readonly Poll[], at: Date): Poll | undefined {
  const open = polls.filter(({ opensAt, closesAt }) => opensAt <= at && at < closesAt);
  const coming = polls.filter(({ opensAt }) => at < opensAt);
  return (
    open.toSorted((one, other) => one.closesAt.getTime() - other.closesAt.getTime())[0] ??
    coming.toSorted((one, other) => one.opensAt.getTime() - other.opensAt.getTime())[0] ??
    polls.toSorted((one, other) => other.closesAt.getTime() - one.closesAt.getTime())[0]
  );
}

/** A Best 7 poll as an operator's content defines it. */
export type Poll = {
  readonly activityId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** IANA name; a fan has one ballot on each of its days. */
  readonly timeZone: string;
};

/** One of a fan's ballots. The idols stand in the fan's order. */
export type Ballot = {
  readonly ballotId: string;
  /** The date in the poll's time zone, as `2026-11-21`. */
  readonly day: string;
  readonly castAt: Date;
  readonly idolIds: readonly string[];
};

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
