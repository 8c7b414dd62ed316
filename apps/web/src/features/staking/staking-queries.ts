import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { type ScheduledChange, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { type PagedList, useMyPagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';

const infoRoute = 'GET /task/api/v1/staking/info';
const stakeRoute = 'POST /task/api/v1/staking/doStaking';
const receiveRoute = 'POST /task/api/v1/staking/receive';
const recordsRoute = 'GET /task/api/v1/staking/records';
const periodsRoute = 'GET /task/api/v1/staking/periods';
const rewardsRoute = 'GET /task/api/v1/staking/rewards';

export type StakingInfo = DataOf<Contract[typeof infoRoute]>;
export type Plan = NonNullable<StakingInfo['plan']>;
export type ComingWeek = NonNullable<StakingInfo['current']>;
export type SettledWeek = DataOf<Contract[typeof periodsRoute]>['list'][number];
export type Stake = DataOf<Contract[typeof recordsRoute]>['list'][number];
export type Bonus = DataOf<Contract[typeof rewardsRoute]>['list'][number];
export type StakeAnswer = DataOf<Contract[typeof stakeRoute]>;
export type ReceivedBonus = DataOf<Contract[typeof receiveRoute]>;

const stakingKey = ['staking'] as const;

/** Other fans change the weights of the next week at any time, and the fan's own stakes and bonuses change with the week. */
const longestAgeMs = 60_000;
/** A week is shared out within moments of its end; later than that it had no pool. */
const settlingMs = 15 * 60_000;

/**
 * Loads the plan, this week and the next, and the fan's part; refetched when a week turns, and until the last one is
 * shared out.
 */
export function useStakingInfo(): UseQueryResult<StakingInfo> {
  const accountId = useAccountId();
  const atItsTurns = useScheduledRefetch<StakingInfo>(changesOf);
  return useQuery({
    queryKey: [...stakingKey, 'info', accountId],
    queryFn: ({ signal }) => call(infoRoute, { query: {} }, { signal }),
    refetchInterval: (query) => Math.min(longestAgeMs, atItsTurns(query) || longestAgeMs),
    meta: { shownInPlace: true },
  });
}

function changesOf({ state, plan, current, next, lastSettled }: StakingInfo): readonly ScheduledChange[] {
  const begunAt = current?.startsAt;
  const isSettling =
    begunAt !== undefined && lastSettled?.endsAt !== begunAt && serverNowMs() - Date.parse(begunAt) < settlingMs;
  const turns = [
    current?.endsAt,
    next?.startsAt,
    state === 'notOpen' ? plan?.opensAt : undefined,
    state === 'open' ? plan?.closesAt : undefined,
    isSettling ? begunAt : undefined,
  ];
  return turns.flatMap((at) => (at ? [{ at, isAwaited: true }] : []));
}

/** Loads the fan's stakes, newest first. */
export function useStakes(): PagedList<Stake> {
  return useMyPagedList({
    queryKey: [...stakingKey, 'stakes'],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(recordsRoute, { query }, { signal }),
    refetchInterval: () => longestAgeMs,
  });
}

/** Loads the fan's bonuses, the newest week first. */
export function useBonuses(): PagedList<Bonus> {
  return useMyPagedList({
    queryKey: [...stakingKey, 'bonuses'],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(rewardsRoute, { query }, { signal }),
    refetchInterval: () => longestAgeMs,
  });
}

/** Loads the weeks whose pools were shared out, the newest first. */
export function usePastWeeks(): PagedList<SettledWeek> {
  return usePagedList({
    queryKey: [...stakingKey, 'weeks'],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(periodsRoute, { query }, { signal }),
    pageSize: 10,
    refetchInterval: () => longestAgeMs,
  });
}

/** Stakes Points under the plan and from the week that the fan sees: all of it or nothing. */
export function useStake(onDone: (staked: StakeAnswer) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: stakeRoute,
    scope: 'stake',
    affects: [stakingKey, queryKeys.assets, queryKeys.tasks],
    onDone,
  });
  return { stake: mutate, isPending, error, reset, unsettled };
}

/** Receives the bonus of a week, once; one week after the other. */
export function useReceiveBonus(onDone: (received: ReceivedBonus) => void) {
  const { mutate, isPending, error, unsettled } = useIntent({
    route: receiveRoute,
    scope: 'stake-bonus',
    affects: [stakingKey, queryKeys.assets],
    onDone,
  });
  return { receive: (periodId: string) => mutate({ periodId }), isPending, error, unsettled };
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const stakeTexts: Record<ErrorOf<Contract[typeof stakeRoute]>, MessageId> = {
  STAKING_NOT_OPEN: 'stake.refused.untouched',
  STAKING_PAUSED: 'stake.refused.untouched',
  STAKING_ENDED: 'stake.refused.untouched',
  STAKING_CHANGED: 'stake.refused.untouched',
  STAKING_PERIOD_CLOSED: 'stake.refused.untouched',
  STAKE_TOO_SMALL: 'stake.refused.asItIs',
  STAKE_TOO_LARGE: 'stake.refused.asItIs',
  STAKE_LIMIT_REACHED: 'stake.refused.asItIs',
  INSUFFICIENT_POINTS: 'stake.refused.insufficientPoints',
};

const receiveTexts: Record<ErrorOf<Contract[typeof receiveRoute]>, MessageId> = {
  STAKING_PERIOD_NOT_FOUND: 'stake.refused.asItIs',
  STAKING_PERIOD_NOT_SETTLED: 'stake.refused.asItIs',
  STAKING_BONUS_MISSING: 'stake.refused.asItIs',
  STAKING_BONUS_RECEIVED: 'stake.refused.asItIs',
};

export function stakeErrorText(error: Error, t: Translate): string {
  return refusalText(error, stakeTexts, t);
}

export function receiveErrorText(error: Error, t: Translate): string {
  return refusalText(error, receiveTexts, t);
}
