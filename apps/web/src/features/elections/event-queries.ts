import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type EventSummary, refreshAfterMs } from './summary/event-summary.ts';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { isBeingCounted } from './rounds.ts';
import { votingPhase, type VotingPhase } from './voting-phase.ts';

/** An event as lists show it. */
export type EventEntry = DataOf<Contract['GET /activity/api/v1/vote/activities']>[number];

/** No clock predicts the end of a count, and the list of events has no stream, so it is polled. */
const whileCountingMs = 5000;

/** All events, open ones first. */
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

/** The totals of an event, refetched while they change. Disabled until the id is known. */
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

/** The events by what a fan can do with them at `nowMs`, each list in the server's order. */
export function eventLists(events: readonly EventEntry[], nowMs: number): EventLists {
  const during = (...phases: readonly VotingPhase[]) =>
    events.filter((event) => phases.includes(votingPhase(event, nowMs)));
  return { now: during('open', 'between', 'closing', 'tallying'), coming: during('scheduled'), ended: during('final') };
}
