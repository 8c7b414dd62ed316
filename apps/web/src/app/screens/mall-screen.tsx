import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import { useLocation } from 'wouter';
import { Banners } from '#/features/content/banners.tsx';
import { ExchangeRecords } from '#/features/shop/exchange/exchange-records.tsx';
import { ExchangeSheet } from '#/features/shop/exchange/exchange-sheet.tsx';
import { OfferList } from '#/features/shop/exchange/offer-list.tsx';
import type { Offer } from '#/features/shop/exchange/offers.ts';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { useConfig } from '#/lib/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { useAddressParameters } from '#/lib/use-address-parameters.ts';
import { RechargeLink } from '#/ui/recharge-link.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { mallPath, mallTabOf, mallTabs } from '../mall/mall-tabs.ts';
import { NftShop, VotePackShop } from '#/app/mall/shops.tsx';
import { PointsToCome } from '../mall/points-to-come.tsx';
import { TicketWorth } from '../mall/ticket-worth.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';

const panelId = 'mall-panel';

/** Points become tickets, votes and NFTs here. */
export function MallScreen(): ReactNode {
  const t = useText();
  const config = useConfig();
  const address = useAddressParameters();
  const tab = mallTabOf(address.read('tab'));
  // The tab answers the finger, then its shop is drawn in slices.
  const shown = useDeferredValue(tab);
  return (
    <>
      <ScreenHeader
        title={t('mall.title')}
        subtitle={t('mall.subtitle')}
        trailing={<PointsChip path={mallPath(tab)} />}
      />
      <div className="space-y-4 px-4">
        <PointsUntil />
        <Tabs
          label={t('mall.title')}
          panelId={panelId}
          selected={tab}
          onSelect={(chosen) => address.write({ tab: chosen === 'tickets' ? null : chosen })}
          tabs={mallTabs.map((key) => ({ key, title: t(`mall.tab.${key}`) }))}
        />
        <TabPanel id={panelId} selected={tab} className="space-y-4">
          <Shop tab={shown} />
        </TabPanel>
        <RechargeLink address={config.data?.rechargeUrl} />
        <Banners type="mall" />
        {shown === 'tickets' ? <MyExchanges /> : null}
      </div>
    </>
  );
}

const Shop = memo(function Shop({ tab }: { tab: ReturnType<typeof mallTabOf> }): ReactNode {
  if (tab === 'votes') return <VotePackShop />;
  return tab === 'nfts' ? <NftShop /> : <TicketShop />;
});

function TicketShop(): ReactNode {
  const session = useSession();
  const points = useBalance(pointAsset);
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<Offer | null>(null);
  return (
    <>
      <OfferList
        points={points}
        onExchange={(offer) => (session ? setChosen(offer) : navigate(signInPath(mallPath('tickets'))))}
      />
      {chosen ? (
        <ExchangeSheet
          offer={chosen}
          points={points}
          pointsToCome={<PointsToCome />}
          worth={<TicketWorth activityId={chosen.activityId} />}
          pointsNote={<PointsUntil />}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  );
}

/** What the fan has exchanged so far. */
function MyExchanges(): ReactNode {
  const t = useText();
  const session = useSession();
  if (!session) return null;
  return (
    <section aria-labelledby="exchange-records" className="card">
      <SectionHeading id="exchange-records">{t('mall.records')}</SectionHeading>
      <ExchangeRecords more="on-press" />
    </section>
  );
}
