import { useDeferredValue, useMemo } from 'react';
import { type Standing, standings } from './standings.ts';
import { useIdols } from './use-idols.ts';
import { useLiveRanking } from './use-live-ranking.ts';

export type Standings = {
  /** Undefined until idols are known. */
  readonly list: readonly Standing[] | undefined;
  readonly totalVotes: number | undefined;
  readonly isLive: boolean;
  /** Why nothing can be shown. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
};

/** The live ranking with names and faces. */
export function useStandings(activityId: string | undefined): Standings {
  const idols = useIdols(activityId);
  const ranking = useLiveRanking(activityId);
  const latest = useMemo(
    () => (idols.data ? standings(idols.data, ranking.data) : undefined),
    [idols.data, ranking.data],
  );
  // Every row may change with every event of the stream: drawn in slices, it keeps no finger waiting.
  const list = useDeferredValue(latest);
  return {
    list,
    totalVotes: ranking.data?.totalVotes,
    isLive: ranking.isLive,
    error: list ? null : idols.error,
    isFetching: idols.isFetching || ranking.isFetching,
    retry: () => void Promise.all([idols.refetch(), ranking.refetch()]),
  };
}
