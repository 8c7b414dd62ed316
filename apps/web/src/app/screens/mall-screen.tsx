import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { ExchangeRecords } from '#/features/mall/exchange-records.tsx';
import { ExchangeSheet } from '#/features/mall/exchange-sheet.tsx';
import { OfferList } from '#/features/mall/offer-list.tsx';
import type { Offer } from '#/features/mall/offer.ts';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { useConfig } from '#/lib/config/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { RechargeLink } from '#/ui/recharge-link.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { SectionHeading } from '../section-heading.tsx';

const path = '/mall';

/** Points become tickets here; beneath, what the fan has exchanged so far. */
export function MallScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  const config = useConfig();
  const points = useBalance(pointAsset);
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<Offer | null>(null);
  return (
    <>
      <ScreenHeader title={t('mall.title')} subtitle={t('mall.subtitle')} trailing={<PointsChip path={path} />} />
      <div className="space-y-4 px-4">
        <OfferList onExchange={(offer) => (session ? setChosen(offer) : navigate(signInPath(path)))} />
        <RechargeLink address={config.data?.rechargeUrl} />
        {session ? (
          <section aria-labelledby="exchange-records" className="card">
            <SectionHeading id="exchange-records">{t('mall.records')}</SectionHeading>
            <ExchangeRecords more="on-press" />
          </section>
        ) : null}
      </div>
      {chosen && points !== undefined ? (
        <ExchangeSheet offer={chosen} points={points} onClose={() => setChosen(null)} />
      ) : null}
    </>
  );
}
