import { addDays, localDateAt, startOfLocalDate } from '#/calendar/local-date.ts';
import type { Poll } from './poll.ts';

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
