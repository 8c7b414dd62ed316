import type { Contract, DataOf } from '@lightstick/contract';
import { useIntent } from '#/lib/intents/use-intent.ts';
import type { Lineup } from './lineup.ts';
import { best7Key } from './use-best7.ts';

export const castRoute = 'POST /activity/api/v1/vote/doBest7Vote';

export type CastBallot = DataOf<Contract[typeof castRoute]>;

/** Casts the fan's ballot of today, once. `unsettled` is one whose answer was lost, also while it is asked again. */
export function useCastBallot(activityId: string, onDone: (ballot: CastBallot) => void) {
  const { mutate, isPending, error, unsettled } = useIntent({
    route: castRoute,
    scope: `best7:${activityId}`,
    affects: [best7Key],
    onDone,
  });
  const cast = (lineup: Lineup) => mutate({ activityId, idolIds: [...lineup] });
  return { cast, isPending, error, unsettled: unsettled?.idolIds.map(String) };
}
