import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { type Activity, type VotingPhase, votingPhase } from './voting-phase.ts';

type Timed = Pick<Activity, 'activityId' | 'state' | 'opensAt' | 'closesAt'> & Partial<Pick<Activity, 'rounds'>>;

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
    if (phase === 'between') {
      const newFromMs = Date.now() + memoryMs;
      const timer = setTimeout(
        () =>
          void queryClient.invalidateQueries({
            queryKey: queryKeys.activity(activityId),
            // What another part of the screen has asked for since is new enough.
            predicate: (known) => known.state.dataUpdatedAt < newFromMs,
          }),
        memoryMs + Math.random() * breakSpreadMs,
      );
      return () => clearTimeout(timer);
    }
    void queryClient.invalidateQueries({ queryKey: queryKeys.activities });
    void queryClient.invalidateQueries({ queryKey: queryKeys.activity(activityId) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.ranking(activityId) });
    return undefined;
  }, [phase, state, activityId, queryClient]);

  return phase;
}
