import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { type Order, orderKeys } from './goods.ts';
import { NftPicture } from './nft-picture.tsx';
import { OrderState } from './order-state.tsx';

function useOrders(): PagedList<Order> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...orderKeys.orders, accountId],
    fetchPage: (paging, signal) => call('POST /wallet/api/v1/pointsMall/getOrderList', { body: paging }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** The fan's orders of vote packs and NFTs with how far each has come, newest first. */
export function OrderRecords(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useOrders();
  return (
    <InfiniteList
      label={t('order.records')}
      pages={pages}
      errorText={t('order.recordsError')}
      empty={<Empty icon={ReceiptIcon} text={t('order.noRecords')} />}
      keyOf={({ orderId }) => orderId}
      renderRow={(order) => (
        <RecordRow
          media={<Media order={order} />}
          title={order.num > 1 ? `${order.title} ×${formatNumber(order.num)}` : order.title}
          detail={friendly(order.orderedAt)}
          trailing={
            <>
              <OrderState state={order.state} />
              <p className="num text-caption text-mute">−{t('points.count', { points: order.paid })}</p>
            </>
          }
        />
      )}
    />
  );
}

function Media({ order: { pictureUrl } }: { order: Order }): ReactNode {
  if (pictureUrl !== null) return <NftPicture src={pictureUrl} width={44} className="shrink-0 rounded-control" />;
  return (
    <span className="grid size-11 shrink-0 place-content-center rounded-full bg-brand-soft text-brand">
      <HeartIcon size={20} />
    </span>
  );
}
