import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useAccountId } from '#/lib/session/session.ts';

const route = 'GET /activity/api/v1/vote/best7';

export type Best7Poll = NonNullable<DataOf<Contract[typeof route]>['poll']>;
export type Best7Standing = Best7Poll['results'][number];

/** The poll, and the fan's ballots in it. */
export const best7Key = ['best7'] as const;

const aroundMs = 20_000;
const whileTurningMs = 5_000;

/** A poll opens and becomes final a moment after its clock. */
function askAgainMs({ state, opensAt }: Best7Poll): number | false {
  if (state === 'final') return false;
  const isTurning = state === 'closing' || (state === 'scheduled' && serverNowMs() >= Date.parse(opensAt));
  return isTurning ? whileTurningMs : aroundMs;
}

/**
 * The Best 7 poll of an election with current results and the fan's ballot of today; null if there is none. Without an
 * election, the poll that needs attention first. Refetched while it can change.
 */
export function useBest7(activityId?: string): UseQueryResult<Best7Poll | null> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...best7Key, 'poll', accountId, activityId],
    queryFn: async ({ signal }) =>
      (await call(route, { query: activityId === undefined ? {} : { activityId } }, { signal })).poll,
    refetchInterval: ({ state: { data } }) => (data ? askAgainMs(data) : false),
    meta: { shownInPlace: true },
  });
}
