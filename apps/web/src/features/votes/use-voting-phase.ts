import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { type Activity, type VotingPhase, votingPhase } from './voting-phase.ts';

/** Where the election stands, turning at the very second; each turn asks the server for the state behind it. */
export function useVotingPhase(activity: Pick<Activity, 'activityId' | 'state' | 'opensAt' | 'closesAt'>): VotingPhase {
  const queryClient = useQueryClient();
  const opensAtMs = Date.parse(activity.opensAt);
  const beforeOpening = useServerNow(opensAtMs) < opensAtMs;
  const nowMs = useServerNow(Date.parse(beforeOpening ? activity.opensAt : activity.closesAt));
  const phase = votingPhase(activity, nowMs);
  const { activityId, state } = activity;

  useEffect(() => {
    if (phase === state) return;
    void queryClient.invalidateQueries({ queryKey: queryKeys.activities });
    void queryClient.invalidateQueries({ queryKey: queryKeys.activity(activityId) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.ranking(activityId) });
  }, [phase, state, activityId, queryClient]);

  return phase;
}
