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
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { RechargeLink } from '#/ui/recharge-link.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useCurrentActivityId } from '#/app/election.tsx';
import { EditionList } from '#/features/shop/orders/edition-list.tsx';
import type { Goods } from '#/features/shop/orders/goods.ts';
import { OrderSheet } from '#/features/shop/orders/order-sheet.tsx';
import { VotePackList } from '#/features/shop/orders/vote-pack-list.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { PointsToCome, TicketWorth } from '../mall/points-to-come.tsx';

const panelId = 'mall-panel';

/** Shows the mall, in which Points become tickets, votes and NFTs. */
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

const mallTabs = ['tickets', 'votes', 'nfts'] as const;
type MallTab = (typeof mallTabs)[number];

/** Returns the tab that an address names; one that does not exist is the first. */
function mallTabOf(named: string | null): MallTab {
  return mallTabs.find((tab) => tab === named) ?? 'tickets';
}

function mallPath(tab: MallTab): string {
  return tab === 'tickets' ? '/mall' : `/mall?tab=${tab}`;
}

/** Sells NFTs for Points, each in its edition. */
function NftShop(): ReactNode {
  const t = useText();
  const { choose, sheet } = useOrderIntent(mallPath('nfts'));
  return (
    <section aria-labelledby="nfts">
      <SectionHeading id="nfts" more={{ to: '/my-orders', text: t('nft.mine') }}>
        {t('nft.title')}
      </SectionHeading>
      <EditionList onChoose={(edition) => choose({ kind: 'nft', edition })} />
      {sheet}
    </section>
  );
}

type OrderIntent = {
  readonly choose: (goods: Goods) => void;
  /** The open order sheet, if any. */
  readonly sheet: ReactNode;
};

/** Opens the order sheet for a fan, and the sign-in screen for a visitor, who returns to `path`. */
function useOrderIntent(path: string): OrderIntent {
  const session = useSession();
  const points = useBalance(pointAsset);
  const [, navigate] = useLocation();
  const [goods, setGoods] = useState<Goods | null>(null);
  return {
    choose: (chosen) => (session ? setGoods(chosen) : navigate(signInPath(path))),
    sheet: goods ? (
      <OrderSheet
        goods={goods}
        points={points}
        pointsToCome={<PointsToCome />}
        pointsNote={<PointsUntil />}
        onClose={() => setGoods(null)}
      />
    ) : null,
  };
}

/** Sells votes of the current election for Points, without the detour by tickets. */
function VotePackShop(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="vote-packs" className="card">
      <SectionHeading id="vote-packs" more={{ to: '/my-orders?tab=orders', text: t('order.records') }}>
        {t('votePack.title')}
      </SectionHeading>
      <VotePacks />
    </section>
  );
}

function VotePacks(): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  const { choose, sheet } = useOrderIntent(mallPath('votes'));
  if (activityId === null) return <Empty icon={HeartIcon} text={t('votePack.none')} />;
  if (activityId === undefined) {
    if (!config.isError) return <RecordSkeleton />;
    return (
      <LoadError
        text={t('votePack.error')}
        error={config.error}
        retrying={config.isFetching}
        onRetry={() => void config.refetch()}
      />
    );
  }
  return (
    <>
      <VotePackList activityId={activityId} onChoose={(pack) => choose({ kind: 'votePack', pack })} />
      {sheet}
    </>
  );
}
