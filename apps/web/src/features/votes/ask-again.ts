import type { MyVotes } from './vote-limits.ts';

type Limits = Pick<MyVotes, 'left' | 'mayVoteFrom' | 'dayEndsAt'>;

/** When a fan's limits were last asked for, whatever came of it, and what the time is; Unix milliseconds of the server. */
type Asking = { readonly askedAtMs: number; readonly nowMs: number };

/** The server needs a moment to turn. */
const earliestMs = 400;
/** Within so long after it asks whoever waits for the turn, and within so long everybody else. */
const awaitedSpreadMs = 1600;
const spreadMs = 15_000;
const shortestCeilingMs = 4000;
const longestCeilingMs = 60_000;

/**
 * How long until what a fan can cast is worth asking for again: a stretch near the end is over, the account is old enough,
 * or another day begins in the zone of the election. A hundred thousand phones shall not ask within the same moment, so
 * each takes its own. What failed, or was answered by a server whose clock is behind, is asked for again after at least as
 * long as it has been asked for in vain, up to a minute, of which a random half.
 *
 * @param random - from 0 to 1; the same each time as long as one screen waits, or the wait would begin anew.
 */
export function askAgainAfterMs(limits: Limits, { askedAtMs, nowMs }: Asking, random: () => number): number {
  const turns = turnsOf(limits).map(({ at, isAwaited }) => {
    const turnMs = Date.parse(at);
    return { turnMs, firstMs: turnMs + earliestMs + random() * (isAwaited ? awaitedSpreadMs : spreadMs) };
  });
  const nextMs = Math.min(
    ...turns.map(({ turnMs, firstMs }) =>
      askedAtMs < firstMs ? firstMs : askedAtMs + backOffMs(askedAtMs - turnMs, random),
    ),
  );
  // The asking that is due is on its way, or begins when the page is looked at again.
  return nextMs > nowMs ? nextMs - nowMs : shortestCeilingMs;
}

/** What ends by itself of what a fan is allowed, and whether they can cast nothing before it does. */
function turnsOf({ left, mayVoteFrom, dayEndsAt }: Limits): readonly { at: string; isAwaited: boolean }[] {
  const turns = [{ at: dayEndsAt, isAwaited: left.dailyCap === 0 || left.paidShare === 0 }];
  if (left.ending) turns.push({ at: left.ending.until, isAwaited: left.ending.votes === 0 });
  if (mayVoteFrom !== null) turns.push({ at: mayVoteFrom, isAwaited: true });
  return turns;
}

function backOffMs(inVainMs: number, random: () => number): number {
  const ceiling = Math.min(longestCeilingMs, Math.max(shortestCeilingMs, 2 * inVainMs));
  return ceiling * (0.5 + random() / 2);
}
