import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';
import { type Order, orderKeys } from './goods.ts';
import { NftPicture } from './nft-picture.tsx';
import { OrderState } from './order-state.tsx';

function useOrders(): PagedList<Order> {
  return useMyPagedList({
    queryKey: orderKeys.orders,
    fetchPage: (paging, signal) => call('POST /wallet/api/v1/pointsMall/getOrderList', { body: paging }, { signal }),
  });
}

/** The fan's orders of vote packs and NFTs with how far each has come, newest first. */
export function OrderRecords(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <RecordList
      label={t('order.records')}
      pages={useOrders()}
      errorText={t('order.recordsError')}
      empty={{ icon: ReceiptIcon, text: t('order.noRecords') }}
      keyOf={({ orderId }) => orderId}
      viewOf={({ num, title, orderedAt, pictureUrl, state, paid }) => ({
        media:
          pictureUrl === null ? (
            <RecordIcon icon={HeartIcon} />
          ) : (
            <NftPicture src={pictureUrl} width={44} className="shrink-0 rounded-control" />
          ),
        title: num > 1 ? `${title} ×${formatNumber(num)}` : title,
        detail: friendly(orderedAt),
        trailing: (
          <>
            <OrderState state={state} />
            <p className="num text-caption text-mute">−{t('points.count', { points: paid })}</p>
          </>
        ),
      })}
    />
  );
}
