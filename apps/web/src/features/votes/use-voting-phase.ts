import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { type Activity, type RoundTimes, type VotingPhase, votingPhase } from './voting-phase.ts';

type Timed = Pick<Activity, 'activityId' | 'state' | 'opensAt' | 'closesAt'> & {
  readonly rounds?: readonly RoundTimes[];
};

/** A server answers from a memory of a few seconds, in which a round's end that was just put off still stands. */
const memoryMs = 6_000;
/** Who is in a break between rounds asks once whether it has begun at all, and not all at the same moment. */
const breakSpreadMs = 10_000;

/** Where the election stands, turning at the very second; each turn asks the server for the state behind it. */
export function useVotingPhase(activity: Timed): VotingPhase {
  const queryClient = useQueryClient();
  const opensAtMs = Date.parse(activity.opensAt);
  const beforeOpening = useServerNow(opensAtMs) < opensAtMs;
  const nowMs = useServerNow(Date.parse(beforeOpening ? activity.opensAt : activity.closesAt));
  const phase = votingPhase(activity, nowMs);
  const { activityId, state } = activity;

  useEffect(() => {
    if (phase === state) return undefined;
    const isBreak = phase === 'between';
    const keys: QueryKey[] = [queryKeys.activities, queryKeys.activity(activityId)];
    if (!isBreak) keys.push(queryKeys.ranking(activityId));
    const newFromMs = Date.now() + (isBreak ? memoryMs : 0);
    // What another part of the screen has asked for since is new enough.
    const predicate = (known: Query) => known.state.dataUpdatedAt <= newFromMs;
    const timer = setTimeout(
      () => keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey, predicate })),
      isBreak ? memoryMs + Math.random() * breakSpreadMs : 0,
    );
    return () => clearTimeout(timer);
  }, [phase, state, activityId, queryClient]);

  return phase;
}
