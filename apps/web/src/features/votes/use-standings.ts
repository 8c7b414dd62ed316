import { useDeferredValue, useMemo } from 'react';
import { type Ranking, type Standing, standings } from './standings.ts';
import { useActivity } from './use-activity.ts';
import { useIdols } from './use-idols.ts';
import { useLiveRanking } from './use-live-ranking.ts';

export type Standings = {
  readonly activityId: string | undefined;
  /** Undefined until idols are known. */
  readonly list: readonly Standing[] | undefined;
  readonly totalVotes: number | undefined;
  /** The round on show with how many of it go on, and from when on its count is hidden. */
  readonly shown: Pick<Ranking, 'round' | 'goOn' | 'frozenAt' | 'roundState'> | undefined;
  /** Of the votes that do not count, or did not at first. */
  readonly setAside: Ranking['setAside'] | undefined;
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
  const { data: activity } = useActivity(activityId);
  const latest = useMemo(
    () => (idols.data ? standings(idols.data, ranking.data, activity) : undefined),
    [idols.data, ranking.data, activity],
  );
  // Every row may change with every event of the stream: drawn in slices, it keeps no finger waiting.
  const list = useDeferredValue(latest);
  return {
    activityId,
    list,
    totalVotes: ranking.data?.totalVotes,
    shown: ranking.data,
    setAside: ranking.data?.setAside,
    isLive: ranking.isLive,
    error: list ? null : idols.error,
    isFetching: idols.isFetching || ranking.isFetching,
    retry: () => void Promise.all([idols.refetch(), ranking.refetch()]),
  };
}
