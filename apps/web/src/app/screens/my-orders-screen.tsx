import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { LinkWalletSheet } from '#/features/identity/wallet/linked-wallet.tsx';
import { type Order, orderKeys } from '#/features/shop/orders/goods.ts';
import { MyNfts } from '#/features/shop/orders/my-nfts.tsx';
import { NftPicture, SerialChip, PiecePlace } from '#/features/shop/orders/nft-piece.tsx';
import { awaitedOrders, useOrdersBeingHandled, OrderState } from '#/features/shop/orders/order-state.tsx';
import { call } from '#/lib/api/call.ts';
import { useAwaitingInterval } from '#/lib/clock/use-awaiting-interval.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { useSession } from '#/lib/session/session.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

const panelId = 'my-orders-panel';

/** Shows what the fan has bought in the mall: their collection of NFTs, and every order with its progress. */
export function MyOrdersScreen(): ReactNode {
  const session = useSession();
  const { read } = useAddressParameters();
  if (session) return <MyOrders />;
  return <Redirect to={signInPath(read('tab') === 'orders' ? '/my-orders?tab=orders' : '/my-orders')} replace />;
}

function MyOrders(): ReactNode {
  const t = useText();
  const address = useAddressParameters();
  const tab = address.read('tab') === 'orders' ? 'orders' : 'nfts';
  const beingHandled = useOrdersBeingHandled();
  return (
    <>
      <ScreenHeader title={t('myOrders.title')} subtitle={t('myOrders.subtitle')} backTo="/me" />
      <div className="space-y-4 px-4">
        <Tabs
          label={t('myOrders.title')}
          panelId={panelId}
          selected={tab}
          onSelect={(chosen) => address.write({ tab: chosen === 'nfts' ? null : chosen })}
          tabs={[
            { key: 'nfts', title: t('nft.mine') },
            { key: 'orders', title: t('order.records') },
          ]}
        />
        {beingHandled > 0 ? (
          <p role="status" className="card text-small font-semibold">
            {t('order.beingHandled', { count: beingHandled })}
          </p>
        ) : null}
        <TabPanel id={panelId} selected={tab} className="space-y-4">
          {tab === 'nfts' ? (
            <MyNfts renderLinkWallet={(onClose) => <LinkWalletSheet onClose={onClose} />} />
          ) : (
            <div className="card">
              <OrderRecords />
            </div>
          )}
        </TabPanel>
      </div>
    </>
  );
}

/** Loads the orders again while one of them is being handled. */
function useOrders(): PagedList<Order> {
  const intervalWhile = useAwaitingInterval();
  return useMyPagedList({
    queryKey: orderKeys.orders,
    order: 'newestFirst',
    refetchInterval: (pages) => intervalWhile(awaitedOrders(pages.flatMap(({ list }) => list))),
    fetchPage: (paging, signal) => call('POST /wallet/api/v1/pointsMall/getOrderList', { body: paging }, { signal }),
  });
}

/** Shows the fan's orders of vote packs and NFTs with how far each has come, newest first. */
function OrderRecords(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useOrders();
  return (
    <RecordList
      label={t('order.records')}
      pages={pages}
      errorText={t('order.recordsError')}
      empty={{ icon: ReceiptIcon, text: t('order.noRecords') }}
      keyOf={({ orderId }) => orderId}
      receiptOf={(order) => ({
        title: order.title,
        subtitle: friendly(order.orderedAt),
        content: <OrderedPieces orderId={order.orderId} pages={pages} />,
      })}
      viewOf={(order) => {
        const { num, title, orderedAt, pictureUrl, paid, pieces } = order;
        return {
          ...(pieces.length > 0 && { receiptLabel: t('order.whereArePieces', { title }) }),
          media:
            pictureUrl === null ? (
              <RecordIcon icon={HeartIcon} />
            ) : (
              <NftPicture src={pictureUrl} width={44} className="shrink-0 rounded-control" />
            ),
          title: num > 1 ? `${title} ×${formatNumber(num)}` : title,
          detail: friendly(orderedAt),
          trailing: (
            <div className="text-right">
              <OrderState order={order} />
              <p className="num text-caption text-mute">
                {paid === 0 ? t('order.prize') : `−${t('points.count', { points: paid })}`}
              </p>
            </div>
          ),
        };
      }}
    />
  );
}

/** Shows where each piece of an order is; the list is loaded again while one is on its way. */
function OrderedPieces({ orderId, pages }: { orderId: string; pages: PagedList<Order> }): ReactNode {
  const order = pages.data?.pages.flatMap(({ list }) => list).find((one) => one.orderId === orderId);
  return (
    <ul className="space-y-3">
      {order?.pieces.map((piece) => (
        <li key={piece.serial} className="space-y-1.5">
          <SerialChip serial={piece.serial} size={order.size ?? piece.serial} />
          <PiecePlace piece={piece} />
        </li>
      ))}
    </ul>
  );
}
