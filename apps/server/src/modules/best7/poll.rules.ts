import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';

type PollState = 'scheduled' | 'open' | 'closing' | 'final';
type PollWindow = Pick<Poll, 'opensAt' | 'closesAt'>;

/**
 * How long after the closing a ballot received in time may still be counted: it may have waited for a database restart.
 */
const lateCountingMs = 15_000;

/** One statement follows the last check; the statement timeout of fifteen seconds bounds it. */
const settlingMs = lateCountingMs + 15_000;

/** Returns a poll's state. It is closed at the closing instant, and immutable once final. */
export function pollState({ opensAt, closesAt }: PollWindow, at: Date): PollState {
  if (at < opensAt) return 'scheduled';
  if (at < closesAt) return 'open';
  return at.getTime() < closesAt.getTime() + settlingMs ? 'closing' : 'final';
}

/** Returns whether a ballot can no longer be counted, at any time of receipt. */
export function isTooLateToCount({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): boolean {
  return now.getTime() >= closesAt.getTime() + lateCountingMs;
}

export function ballotDay({ timeZone }: Pick<Poll, 'timeZone'>, at: Date): string {
  return localDateAt(at, timeZone);
}

/** Returns when a fan can cast the next ballot; nothing when the poll closes before. */
export function nextBallotAfter({ timeZone, closesAt }: Pick<Poll, 'timeZone' | 'closesAt'>, day: string): Date | null {
  const next = startOfLocalDate(addDays(day, 1), timeZone);
  return next < closesAt ? next : null;
}

/** Selects an open poll, else the next to open, else the last that has ended. */
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

/** A fan's ballot, with idols in the fan's order. */
export type Ballot = {
  readonly ballotId: string;
  /** The date in the poll's time zone, as `2026-11-21`. */
  readonly day: string;
  readonly castAt: Date;
  readonly idolIds: readonly string[];
};

/** An idol's totals over all ballots of a poll. */
export type Tally = {
  readonly idolId: string;
  /** The idol's unique number. */
  readonly number: number;
  readonly points: number;
  readonly firstPlaces: number;
};

export type PollStanding = {
  readonly idolId: string;
  readonly rank: number;
  readonly points: number;
  readonly firstPlaces: number;
};

/** An idol's final totals and rank; a withdrawn idol has no rank, but ballots that name her count. */
export type IdolResult = Omit<PollStanding, 'rank'> & { readonly rank: number | null };

/** Ranks idols by points, then first places, then the smaller number. */
export function rankTallies(tallies: readonly Tally[]): PollStanding[] {
  return tallies
    .toSorted(
      (one, other) => other.points - one.points || other.firstPlaces - one.firstPlaces || one.number - other.number,
    )
    .map(({ idolId, points, firstPlaces }, index) => ({ idolId, rank: index + 1, points, firstPlaces }));
}
