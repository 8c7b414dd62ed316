import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Idol, Team } from './standings.ts';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import type { Activity } from './voting-phase.ts';

/** Loads one election: its window, rules and prizes. Waits while the id is not known yet. */
export function useActivity(activityId: string | undefined): UseQueryResult<Activity> {
  return useQuery({
    queryKey: queryKeys.activity(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/activity', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
  });
}

const fiveMinutesMs = 5 * 60_000;

/** Loads who takes part: names, numbers and portraits, which change rarely. */
export function useIdols(activityId: string | undefined): UseQueryResult<Idol[]> {
  return useQuery({
    queryKey: queryKeys.idols(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/idol/getAllIdolList', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
    staleTime: fiveMinutesMs,
  });
}

export function useTeams(activityId: string | undefined): UseQueryResult<Team[]> {
  return useQuery({
    queryKey: queryKeys.teams(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/idol/getVoteIdolTeams', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
    staleTime: fiveMinutesMs,
  });
}

export function idolPath(activityId: string, idolId: string): string {
  return `/idol?activityId=${encodeURIComponent(activityId)}&idolId=${encodeURIComponent(idolId)}`;
}
