import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { localStore, readJson } from '#/lib/key-value-store.ts';
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
 * Loads the Best 7 poll of an election with current results and the fan's ballot of today; null if there is none.
 * Without an election, the poll that needs attention first. Refetched while it can change.
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

export type MyBest7 = NonNullable<Best7Poll['mine']>;

/**
 * Returns the fan's ballot of the day: the poll's, or while the poll cannot be loaded, the one this device last saw.
 * Without it a cast ballot would look like one that can still be changed.
 */
export function useMyBallot(activityId: string, poll: Best7Poll | null | undefined): MyBest7 | null {
  const accountId = useAccountId();
  const key = `lightstick.best7Ballot:${accountId}:${activityId}`;
  const mine = poll?.mine ?? null;

  useEffect(() => {
    if (mine?.today) localStore.set(key, JSON.stringify(mine));
  }, [key, mine]);

  if (poll !== undefined || accountId === undefined) return mine;
  const kept = readJson(localStore, key) as MyBest7 | null;
  const isOfToday = kept?.nextBallotAt === null || Date.parse(kept?.nextBallotAt ?? '') > serverNowMs();
  return kept && isOfToday ? kept : null;
}
