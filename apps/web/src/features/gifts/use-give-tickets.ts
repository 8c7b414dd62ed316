import type { Contract, DataOf } from '@lightstick/contract';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const giftRoute = 'POST /wallet/api/v1/pointsMall/transferVotes';

export type Gift = DataOf<Contract[typeof giftRoute]>;

/** Gives tickets of an activity to another fan, once. */
export function useGiveTickets(activityId: string, onDone: (gift: Gift) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: giftRoute,
    scope: `gift:${activityId}`,
    affects: [queryKeys.assets, queryKeys.myVotes],
    onDone,
  });
  const give = (toAccount: string, num: number) => mutate({ toAccount, num, activityId });
  return { give, isPending, error, reset, unsettled };
}
