import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import type { Lineup } from './lineup.ts';
import { best7Key } from './use-best7.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';

const castRoute = 'POST /activity/api/v1/vote/doBest7Vote';

export type CastBallot = DataOf<Contract[typeof castRoute]>;

/** Casts the fan's ballot of today once. `unsettled` is a ballot with a lost answer, also while it is sent again. */
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

type BallotRefusal = ErrorOf<Contract[typeof castRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const ballotTexts: Record<BallotRefusal, MessageId> = {
  BEST7_POLL_NOT_FOUND: 'best7.refused.notCast',
  BEST7_NOT_OPEN: 'best7.refused.kept',
  BEST7_ENDED: 'best7.refused.notCast',
  BEST7_IDOL_TWICE: 'best7.refused.change',
  BEST7_IDOL_UNKNOWN: 'best7.refused.change',
  BEST7_ALREADY_CAST: 'best7.refused.kept',
};

export function ballotErrorText(error: Error, t: Translate): string {
  return refusalText(error, ballotTexts, t);
}
