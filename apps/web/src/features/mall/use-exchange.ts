import type { Contract, DataOf } from '@lightstick/contract';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const exchangeRoute = 'POST /wallet/api/v1/pointsMall/exchangeTicket';

export type Exchange = DataOf<Contract[typeof exchangeRoute]>;

type Wanted = {
  readonly offerId: string;
  /** What one costs by what the fan sees: they pay that or nothing. */
  readonly price: number;
};

/** Exchanges Points for tickets: all of it or nothing. */
export function useExchange({ offerId, price }: Wanted, onDone: (exchange: Exchange) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: exchangeRoute,
    scope: `exchange:${offerId}`,
    affects: [queryKeys.assets, queryKeys.offers, queryKeys.exchanges, queryKeys.myVotes],
    onDone,
  });
  const exchange = (num: number) => mutate({ offerId, num, price });
  return { exchange, isPending, error, reset, unsettled };
}
