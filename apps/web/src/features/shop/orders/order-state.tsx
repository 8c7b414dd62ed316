import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { call } from '#/lib/api/call.ts';
import { type AwaitingPace, useAwaitingInterval } from '#/lib/clock/use-awaiting-interval.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { isDelayed, type Order, orderKeys } from './goods.ts';

const tones = { paid: 'warn', processing: 'warn', done: 'ok', failed: 'warn', refunded: 'quiet' } as const;

/** Says how far an order has come, in two or three words. */
export function OrderState({ order }: { order: Order }): ReactNode {
  const t = useText();
  const { state } = order;
  return <Badge tone={tones[state]}>{isDelayed(order) ? t('nft.place.delayed') : t(`order.state.${state}`)}</Badge>;
}

/**
 * Returns how many of the fan's orders are being handled; asked again while there are any. None while all are delayed.
 */
export function useOrdersBeingHandled(): number {
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const intervalWhile = useAwaitingInterval();
  const { data } = useQuery({
    queryKey: [...orderKeys.beingHandled, accountId],
    queryFn: ({ signal }) =>
      call('POST /wallet/api/v1/pointsMall/getHandlerStatus', { body: { userId: accountId } }, { signal }),
    refetchInterval: ({ state: { data: status } }) =>
      intervalWhile(status?.isHandling === true && (status.isDelayed ? 'seldom' : true)),
    enabled: accountId !== undefined,
    meta: { background: true },
  });
  const count = data?.orderIds.length;
  // A smaller count means a settled order, whose goods appear in these lists.
  useEffect(() => {
    if (count === undefined) return;
    void queryClient.invalidateQueries({ queryKey: orderKeys.orders });
    void queryClient.invalidateQueries({ queryKey: orderKeys.nfts });
  }, [count, queryClient]);
  return data?.isDelayed ? 0 : (count ?? 0);
}

/** Follows an order that was just placed. */
export function useOrderProgress(placed: Order): Order {
  const { orderId, state } = placed;
  const accountId = useAccountId();
  const intervalWhile = useAwaitingInterval();
  const { data } = useQuery({
    queryKey: [...orderKeys.orders, accountId, 'state', orderId],
    queryFn: async ({ signal }) => {
      const newest = { pageNum: 1, pageSize: 20 };
      const { list } = await call('POST /wallet/api/v1/pointsMall/getOrderList', { body: newest }, { signal });
      return list.find((order) => order.orderId === orderId) ?? placed;
    },
    refetchInterval: (query) => intervalWhile(awaitedOrders([query.state.data ?? placed])),
    enabled: !isSettled(state),
    meta: { background: true },
  });
  return data ?? placed;
}

/** Tells whether orders are awaited: seldom where all that are not settled are delayed. */
export function awaitedOrders(orders: readonly Order[]): AwaitingPace {
  const open = orders.filter(({ state }) => !isSettled(state));
  return open.length > 0 && (open.every(isDelayed) ? 'seldom' : true);
}

function isSettled(state: Order['state']): boolean {
  return state === 'done' || state === 'refunded';
}
