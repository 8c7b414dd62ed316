import type { Contract, DataOf } from '@lightstick/contract';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const orderRoute = 'POST /wallet/api/v1/pointsMall/summitBuy';

export type PlacedOrder = DataOf<Contract[typeof orderRoute]>;

type Wanted = {
  readonly goodsId: string;
  /** What one costs by what the fan sees: they pay that or nothing. */
  readonly price: number;
};

/** Orders goods and pays for them: all of it or nothing. */
export function useOrderGoods({ goodsId, price }: Wanted, onDone: (order: PlacedOrder) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: orderRoute,
    scope: `order:${goodsId}`,
    affects: [queryKeys.assets, queryKeys.offers, queryKeys.myVotes, queryKeys.songs],
    onDone,
  });
  const order = (num: number) => mutate({ goodsId, num, price });
  return { order, isPending, error, reset, unsettled };
}
