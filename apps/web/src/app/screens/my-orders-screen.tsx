import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { MyNfts } from '#/features/shop/orders/my-nfts.tsx';
import { OrderRecords } from '#/features/shop/orders/order-records.tsx';
import { useOrdersBeingHandled } from '#/features/shop/orders/order-state.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { useAddressParameters } from '#/lib/use-address-parameters.ts';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { StageTop } from '../stage-top.tsx';

const panelId = 'my-orders-panel';

/** What the fan has bought in the mall: their collection of NFTs, and every order with how far it has come. */
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
  const beingHandled = useOrdersBeingHandled()?.length ?? 0;
  return (
    <>
      <StageTop title={t('myOrders.title')} text={t('myOrders.subtitle')} backTo="/me" />
      <div className="relative z-10 -mt-6 space-y-4 px-4">
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
            <MyNfts />
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
