import type { Contract, DataOf } from '@lightstick/contract';
import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNowMs, useServerNow } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';

export type Activity = DataOf<Contract['GET /activity/api/v1/vote/activity']>;
/** The phase of an election for a voter; `between`: a round is over and the next has not opened. */
export type VotingPhase = Activity['state'] | 'between';

/** A round in lists of elections. */
export type RoundTimes = Pick<Activity['rounds'][number], 'round' | 'opensAt' | 'closesAt'>;

type VotingTimes = Pick<Activity, 'state' | 'opensAt' | 'closesAt'> & { readonly rounds?: readonly RoundTimes[] };

/**
 * Returns the phase of an election at `nowMs` of the server's clock. It changes exactly at a deadline, before a refetch
 * confirms it.
 */
export function votingPhase({ state, opensAt, closesAt, rounds }: VotingTimes, nowMs: number): VotingPhase {
  if (state === 'scheduled' && nowMs < Date.parse(opensAt)) return 'scheduled';
  if (state !== 'scheduled' && state !== 'open') return state;
  if (nowMs >= Date.parse(closesAt)) return 'closing';
  return breakBegan(rounds, nowMs) === undefined ? 'open' : 'between';
}

/** Returns the start of the break between rounds at `nowMs` by the server's clock; undefined outside a break. */
function breakBegan(rounds: readonly RoundTimes[] = [], nowMs: number): string | undefined {
  const latest = rounds.findLast((round) => nowMs >= Date.parse(round.opensAt));
  return latest && nowMs >= Date.parse(latest.closesAt) ? latest.closesAt : undefined;
}

/** Tells whether an election accepts nothing any more: no votes, and no tickets that would become some. */
export function hasVotingEnded(activity: VotingTimes, nowMs: number): boolean {
  return ['closing', 'tallying', 'final'].includes(votingPhase(activity, nowMs));
}

/** Tells the same, changing on the second; false while the election is not known. */
export function useHasVotingEnded(activity: Activity | undefined): boolean {
  const nowMs = useServerNow(activity && Date.parse(activity.closesAt));
  return activity !== undefined && hasVotingEnded(activity, nowMs);
}

type TimedActivity = Pick<Activity, 'activityId' | 'state' | 'opensAt' | 'closesAt'> & {
  readonly rounds?: readonly RoundTimes[];
};

/** A server's cache is a few seconds old, and may still contain a round's former end. */
const memoryMs = 6_000;
/** Clients in a break check once that it has really begun, spread over this time. */
const breakSpreadMs = 10_000;

/** Returns the phase of the election, changing on the second; each change refetches the state behind it. */
export function useVotingPhase(activity: TimedActivity): VotingPhase {
  const queryClient = useQueryClient();
  const opensAtMs = Date.parse(activity.opensAt);
  const beforeOpening = useServerNow(opensAtMs) < opensAtMs;
  const nowMs = useServerNow(Date.parse(beforeOpening ? activity.opensAt : activity.closesAt));
  const phase = votingPhase(activity, nowMs);
  const { activityId, state, rounds } = activity;
  const began = phase === 'between' ? breakBegan(rounds, nowMs) : undefined;

  useEffect(() => {
    if (phase === state) return undefined;
    const keys: QueryKey[] = [queryKeys.activities, queryKeys.activity(activityId)];
    let newFromMs = Date.now();
    let waitMs = 0;
    if (began === undefined) keys.push(queryKeys.ranking(activityId));
    else {
      newFromMs += Date.parse(began) - serverNowMs() + memoryMs;
      waitMs = Math.max(0, newFromMs - Date.now()) + Math.random() * breakSpreadMs;
    }
    // Queries fetched since are new enough.
    const predicate = (known: Query) => known.state.dataUpdatedAt <= newFromMs;
    const timer = setTimeout(
      () => keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey, predicate })),
      waitMs,
    );
    return () => clearTimeout(timer);
  }, [phase, state, began, activityId, queryClient]);

  return phase;
}
