import type { Contract, DataOf } from '@lightstick/contract';

export type EventSummary = DataOf<Contract['GET /activity/api/v1/vote/summary']>;
export type SummaryRow = EventSummary['ranking'][number];

/** A round is over and another is still to come. */
export function isBetweenRounds({ state, roundState }: Pick<EventSummary, 'state' | 'roundState'>): boolean {
  return state === 'open' && roundState !== 'open';
}

/** Votes can be cast right now. */
export function isVoting({ state, roundState }: Pick<EventSummary, 'state' | 'roundState'>): boolean {
  return state === 'open' && roundState === 'open';
}

const minuteMs = 60_000;
const whileCountingMs = 3000;
/** The server needs a moment after the second in which an event turns. */
const afterTurnMs = 500;

/**
 * How long until the summary is worth asking for again: the server takes it once a minute, an event turns at its opening
 * and closing second, and the end of the count follows soon after. False once nothing changes any more.
 */
export function refreshAfterMs(
  { state, opensAt, closesAt }: Pick<EventSummary, 'state' | 'opensAt' | 'closesAt'>,
  nowMs: number,
): number | false {
  if (state === 'final') return false;
  if (state === 'closing' || state === 'tallying') return whileCountingMs;
  const untilTurnMs = Date.parse(state === 'scheduled' ? opensAt : closesAt) - nowMs;
  return Math.min(minuteMs, Math.max(untilTurnMs, 0) + afterTurnMs);
}
