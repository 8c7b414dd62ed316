import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const cheerRoute = 'POST /wallet/api/v1/ticketVote/voteForIdol';
const idolCheersRoute = 'POST /wallet/api/v1/ticketVote/getIdolCheers';

export type Cheer = DataOf<Contract[typeof cheerRoute]>;
export type IdolCheers = DataOf<Contract[typeof idolCheersRoute]>;

/** The idol and the activity of the cheer. */
export type CheerPlace = { readonly activityId: string; readonly idolId: string };

/** Loads an idol's cheers, and what the fan has to do with them. */
export function useIdolCheers({ activityId, idolId }: CheerPlace): UseQueryResult<IdolCheers> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.assets, 'idolCheers', accountId, activityId, idolId],
    queryFn: ({ signal }) => call(idolCheersRoute, { body: { idolId, periods: activityId } }, { signal }),
    meta: { shownInPlace: true },
  });
}

/** Cheers for an idol with tickets, once. */
export function useCheer(place: CheerPlace, onCounted: (cheer: Cheer) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: cheerRoute,
    scope: `cheer:${place.activityId}:${place.idolId}`,
    affects: [queryKeys.assets, queryKeys.fanRanking, queryKeys.myVotes],
    onDone: onCounted,
  });
  const cheer = (num: number) => mutate({ idolId: place.idolId, num, periods: place.activityId });
  return { cheer, isPending, error, reset, unsettled };
}

type CheerRefusal = ErrorOf<Contract['POST /wallet/api/v1/ticketVote/voteForIdol']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const cheerTexts: Record<CheerRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'cheer.refused.activityNotFound',
  IDOL_NOT_FOUND: 'cheer.refused.idolNotFound',
  IDOL_WITHDRAWN: 'cheer.refused.idolWithdrawn',
  VOTING_NOT_OPEN: 'cheer.refused.notOpen',
  VOTING_ENDED: 'cheer.refused.ended',
  INSUFFICIENT_TICKETS: 'cheer.refused.insufficientTickets',
};

export function cheerErrorText(error: Error, t: Translate): string {
  return refusalText(error, cheerTexts, t);
}
