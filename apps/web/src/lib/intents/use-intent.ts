import type { Contract, DataOf } from '@lightstick/contract';
import { type QueryKey, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { currentSession } from '../session/session.ts';
import { type BodyOf, deliverIntent, type ValueRoute } from './deliver-intent.ts';
import { intents } from './intents.ts';

export type IntentOptions<R extends ValueRoute> = {
  readonly route: R;
  /** What the decision is about; see `Intent.scope`. */
  readonly scope: string;
  /** What is out of date once the server has answered. */
  readonly affects: readonly QueryKey[];
  /** Called with the server's answer, also when the asking component is gone by then. */
  readonly onDone?: (data: DataOf<Contract[R]>) => void;
};

/**
 * Sends a decision of the fan that moves value. Its key is born with the decision and is kept, through failures and
 * reloads, until the server has given its final answer; pressing again after a lost answer repeats the same request.
 */
export function useIntent<R extends ValueRoute>({
  route,
  scope,
  affects,
  onDone,
}: IntentOptions<R>): UseMutationResult<DataOf<Contract[R]>, Error, BodyOf<R>> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<R>) => {
      const accountId = currentSession()?.userInfo.accountId;
      if (accountId === undefined) throw new Error(`Nobody is signed in, so ${route} cannot be sent.`);
      return deliverIntent({ ...intents.begin({ scope, route, accountId, body }), route });
    },
    // Those of one kind go one after another: the second vote is sent when the first has its answer.
    scope: { id: route },
    // Shown beside the button that failed, by the component that asks.
    meta: { shownInPlace: true },
    onSuccess: (data) => onDone?.(data),
    // Not returned: the receipt must not wait for the lists behind it.
    onSettled: () => {
      for (const queryKey of affects) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
