import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const route = 'GET /activity/api/v1/following/getFollowedIdols';

/** The idols that a fan follows, the main one first, and what their standings are of. */
export type FollowedIdols = DataOf<Contract[typeof route]>;
export type FollowedIdol = FollowedIdols['list'][number];

/** Part of the records of votes: a vote moves idols. */
export const followedIdolsKey = (accountId: string | undefined) =>
  [...queryKeys.voteRecord, 'followedIdols', accountId] as const;

/** Their places change with every vote; cards say them to a glance, not to the second. */
const againMs = 20_000;

/** Loads the followed idols with their standings; disabled for a visitor. */
export function useFollowedIdols(): UseQueryResult<FollowedIdols> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: followedIdolsKey(accountId),
    queryFn: ({ signal }) => call(route, {}, { signal }),
    enabled: accountId !== undefined,
    staleTime: againMs / 2,
    refetchInterval: ({ state: { data } }) => (data && data.list.length > 0 ? againMs : false),
    meta: { shownInPlace: true },
  });
}
