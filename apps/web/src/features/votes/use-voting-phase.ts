import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { type Activity, type RoundTimes, type VotingPhase, breakBegan, votingPhase } from './voting-phase.ts';

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
    // What was asked for since, by this or another part of the screen, is new enough.
    const predicate = (known: Query) => known.state.dataUpdatedAt <= newFromMs;
    const timer = setTimeout(
      () => keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey, predicate })),
      waitMs,
    );
    return () => clearTimeout(timer);
  }, [phase, state, began, activityId, queryClient]);

  return phase;
}
