import type { Contract, DataOf } from '@lightstick/contract';
import type { MessageId } from '#/lib/i18n/i18n.ts';

export type EventSummary = DataOf<Contract['GET /activity/api/v1/vote/summary']>;
export type SummaryRow = EventSummary['ranking'][number];

/** A round is over and another is still to come. */
function isBetweenRounds({ state, roundState }: Pick<EventSummary, 'state' | 'roundState'>): boolean {
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

/** How final the numbers of an event are, in words. */
export const stateTexts: Readonly<Record<EventSummary['state'], MessageId>> = {
  scheduled: 'phase.scheduled',
  open: 'summary.interim',
  closing: 'phase.closing',
  tallying: 'phase.tallying',
  final: 'phase.final',
};

/** The same of a summary, which knows of its rounds. */
export function summaryStateText(summary: Pick<EventSummary, 'state' | 'roundState'>): MessageId {
  return isBetweenRounds(summary) ? 'phase.between' : stateTexts[summary.state];
}

/** The scope of a summary's totals: votes of the shown round, fans and ballots of all rounds. */
export function totalsTexts({ earlierRounds }: Pick<EventSummary, 'earlierRounds'>) {
  const isOneOfSeveral = earlierRounds.length > 0;
  return {
    votesText: isOneOfSeveral ? 'summary.votesOfRound' : 'summary.votes',
    votersText: isOneOfSeveral ? 'summary.votersAll' : 'summary.voters',
    ballotsText: isOneOfSeveral ? 'summary.ballotsAll' : 'summary.ballots',
  } as const satisfies Record<string, MessageId>;
}
