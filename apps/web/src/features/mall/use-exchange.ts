import type { Contract, DataOf } from '@lightstick/contract';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';

export const exchangeRoute = 'POST /wallet/api/v1/pointsMall/exchangeTicket';

export type Exchange = DataOf<Contract[typeof exchangeRoute]>;

/** What an exchange is about; see `Intent.scope`. */
export function exchangeScope(offerId: string): string {
  return `exchange:${offerId}`;
}

/** Exchanges Points for tickets: all of it or nothing. */
export function useExchange(offerId: string, onDone: (exchange: Exchange) => void) {
  const intent = useIntent({
    route: exchangeRoute,
    scope: exchangeScope(offerId),
    affects: [queryKeys.assets, queryKeys.offers, queryKeys.exchanges, queryKeys.myVotes],
    onDone,
  });
  const exchange = (num: number) => intent.mutate({ offerId, num });
  return { exchange, isPending: intent.isPending, error: intent.error, reset: intent.reset };
}
