import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { MallIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { OfferCard } from './offer-card.tsx';
import { OfferSkeletons } from './offer-skeletons.tsx';
import type { Offer } from './offer.ts';
import { useOffers } from './use-offers.ts';

/** Everything that Points can be exchanged for. */
export function OfferList({ onExchange }: { onExchange: (offer: Offer) => void }): ReactNode {
  const t = useText();
  const offers = useOffers({ isAwaited: true });
  if (offers.isError && !offers.data) {
    return (
      <div className="card">
        <LoadError
          text={t('mall.error')}
          error={offers.error}
          retrying={offers.isFetching}
          onRetry={() => void offers.refetch()}
        />
      </div>
    );
  }
  if (!offers.data) return <OfferSkeletons count={3} />;
  if (offers.data.length === 0) {
    return (
      <div className="card">
        <Empty icon={MallIcon} text={t('mall.none')} />
      </div>
    );
  }
  return (
    <section aria-labelledby="offers">
      <h2 id="offers" className="sr-only">
        {t('mall.offers')}
      </h2>
      <ul className="space-y-3">
        {offers.data.map((offer) => (
          <li key={offer.offerId}>
            <OfferCard offer={offer} onExchange={onExchange} />
          </li>
        ))}
      </ul>
    </section>
  );
}
