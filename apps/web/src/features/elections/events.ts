import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { offsetHidden, ownTimeZone, useZonedDates, type ZonedDates } from '#/lib/format/zoned-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { isBeingCounted } from './rounds.ts';
import { votingPhase, type VotingPhase } from './voting-phase.ts';

/** An event as lists show it. */
export type EventEntry = DataOf<Contract['GET /activity/api/v1/vote/activities']>[number];

/** No clock predicts the end of a count, and the list of events has no stream, so it is polled. */
const whileCountingMs = 5000;

/** Loads all events, open ones first. */
export function useEvents(): UseQueryResult<EventEntry[]> {
  return useQuery({
    queryKey: queryKeys.activities,
    queryFn: ({ signal }) => call('GET /activity/api/v1/vote/activities', {}, { signal }),
    refetchInterval: ({ state }) => {
      const isCounting = state.data?.some((event) => isBeingCounted(votingPhase(event, serverNowMs())));
      return isCounting ? whileCountingMs : false;
    },
    meta: { shownInPlace: true },
  });
}

/** Loads the totals of an event, refetched while they change. Disabled until the id is known. */
export function useEventSummary(activityId: string | undefined): UseQueryResult<EventSummary> {
  return useQuery({
    queryKey: queryKeys.summary(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/summary', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
    refetchInterval: ({ state: { data } }) => (data ? refreshAfterMs(data, serverNowMs()) : false),
    meta: { shownInPlace: true },
  });
}

type EventLists = {
  /** Open, in a break between two rounds, or closed and still being counted. */
  readonly now: readonly EventEntry[];
  readonly coming: readonly EventEntry[];
  readonly ended: readonly EventEntry[];
};

/** Returns the events by what a fan can do with them at `nowMs`, each list in the server's order. */
export function eventLists(events: readonly EventEntry[], nowMs: number): EventLists {
  const during = (...phases: readonly VotingPhase[]) =>
    events.filter((event) => phases.includes(votingPhase(event, nowMs)));
  return { now: during('open', 'between', 'closing', 'tallying'), coming: during('scheduled'), ended: during('final') };
}

export type EventSummary = DataOf<Contract['GET /activity/api/v1/vote/summary']>;
export type SummaryRow = EventSummary['ranking'][number];

/** A round is over and another is still to come. */
function isBetweenRounds({ state, roundState }: Pick<EventSummary, 'state' | 'roundState'>): boolean {
  return state === 'open' && roundState !== 'open';
}

/** Tells whether votes can be cast right now. */
export function isVoting({ state, roundState }: Pick<EventSummary, 'state' | 'roundState'>): boolean {
  return state === 'open' && roundState === 'open';
}

const minuteMs = 60_000;
const countingRefreshMs = 3000;
/** The server needs a moment after the second in which an event turns. */
const afterTurnMs = 500;

/**
 * Returns how long to wait before the summary is worth loading again: the server takes it once a minute, and an event
 * turns at its opening and closing second. False once nothing changes any more.
 */
export function refreshAfterMs(
  { state, opensAt, closesAt }: Pick<EventSummary, 'state' | 'opensAt' | 'closesAt'>,
  nowMs: number,
): number | false {
  if (state === 'final') return false;
  if (state === 'closing' || state === 'tallying') return countingRefreshMs;
  const untilTurnMs = Date.parse(state === 'scheduled' ? opensAt : closesAt) - nowMs;
  return Math.min(minuteMs, Math.max(untilTurnMs, 0) + afterTurnMs);
}

/** Words for how final the numbers of an event are. */
export const stateTexts: Readonly<Record<EventSummary['state'], MessageId>> = {
  scheduled: 'phase.scheduled',
  open: 'summary.interim',
  closing: 'phase.closing',
  tallying: 'phase.tallying',
  final: 'phase.final',
};

/** Returns the same for a summary, which knows of its rounds. */
export function summaryStateText(summary: Pick<EventSummary, 'state' | 'roundState'>): MessageId {
  return isBetweenRounds(summary) ? 'phase.between' : stateTexts[summary.state];
}

/** Returns the scope of a summary's totals: votes of the shown round, fans and ballots of all rounds. */
export function totalsTexts({ earlierRounds }: Pick<EventSummary, 'earlierRounds'>) {
  const isOneOfSeveral = earlierRounds.length > 0;
  return {
    votesText: isOneOfSeveral ? 'summary.votesOfRound' : 'summary.votes',
    votersText: isOneOfSeveral ? 'summary.votersAll' : 'summary.voters',
    ballotsText: isOneOfSeveral ? 'summary.ballotsAll' : 'summary.ballots',
  } as const satisfies Record<string, MessageId>;
}

type TimeRange = { readonly range: string; readonly zoneName: string };

type EventWindow = {
  /** The times in the zone of the event. */
  readonly there: TimeRange;
  /**
   * The times in the fan's own zone; undefined if it shows the same. While the server draws, a text of the same length
   * in its place.
   */
  readonly here: TimeRange | undefined;
  /** Attributes of the row of `here`. */
  readonly hereRow: { readonly offset: number | undefined; readonly look: string };
};

/** Says from when to when an event goes on. */
export function useEventWindow(event: { timeZone: string; opensAt: string; closesAt: string }): EventWindow {
  const thereDates = useZonedDates(event.timeZone);
  const hereDates = useZonedDates(ownTimeZone());
  const rangeIn = ({ format }: ZonedDates) =>
    `${format(event.opensAt, 'moment')} – ${format(event.closesAt, 'moment')}`;
  const there = { range: rangeIn(thereDates), zoneName: thereDates.zoneName };
  const hereRange = rangeIn(hereDates);
  const offset = offsetHidden(event.timeZone);
  const isShown = offset !== undefined || hereRange !== there.range;
  return {
    there,
    here: isShown ? { range: hereRange, zoneName: hereDates.zoneName } : undefined,
    hereRow: { offset, look: offset === undefined ? '' : 'invisible' },
  };
}
