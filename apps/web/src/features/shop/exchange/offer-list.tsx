import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { MallIcon, StarIcon } from '#/ui/icons/shell-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { type Offer, useOffers, offerBlock } from './offers.ts';

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

/** What bounds an offer: how many are left, how many one fan may take and has taken, and until when. */
function OfferFacts({ offer }: { offer: Offer }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const isFan = useAccountId() !== undefined;
  const facts = [
    offer.left === null ? null : t('mall.left', { left: offer.left }),
    offer.perFanLimit === null
      ? null
      : t(isFan ? 'mall.limit' : 'mall.limitEach', { taken: offer.exchangedByMe, limit: offer.perFanLimit }),
    offer.state === 'notOpen' ? t('mall.opensAt', { when: friendly(offer.opensAt) }) : null,
    offer.state === 'open' && offer.closesAt ? t('mall.closesAt', { when: friendly(offer.closesAt) }) : null,
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  return (
    <ul className="num mt-2 flex flex-wrap gap-1.5 text-caption font-semibold text-mute">
      {facts.map((fact) => (
        <li key={fact} className="rounded-full bg-raise px-2.5 py-1">
          {fact}
        </li>
      ))}
    </ul>
  );
}

type OfferCardProps = { offer: Offer; onExchange: (offer: Offer) => void };

/** An offer in the shape of what it gives: a ticket with its stub. */
function OfferCard({ offer, onExchange }: OfferCardProps): ReactNode {
  const t = useText();
  const block = offerBlock(offer);
  return (
    <article className="ticket flex rounded-card bg-surface">
      <div
        className={`ticket-stub flex w-24 shrink-0 flex-col items-center justify-center gap-1 p-3 text-center ${block ? 'bg-raise text-mute' : 'action'}`}
      >
        <TicketIcon size={30} />
        <span className="num text-section leading-none font-extrabold">×{formatNumber(offer.gives.amount)}</span>
        <span className="text-caption font-semibold">{t('tickets.unit', { count: offer.gives.amount })}</span>
      </div>
      <div className="min-w-0 flex-1 p-4">
        <h3 className="leading-snug font-bold text-pretty">{offer.title}</h3>
        <p className="mt-0.5 line-clamp-2 text-small text-mute">{offer.description}</p>
        <OfferFacts offer={offer} />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <span className="num inline-flex items-center gap-1 text-title font-extrabold text-warn">
            <StarIcon size={18} filled />
            {formatNumber(offer.price)}
            <span className="sr-only">{t('points.unit')}</span>
          </span>
          {block ? (
            <span className="text-small font-bold text-mute">{t(`mall.block.${block}`)}</span>
          ) : (
            <Button aria-label={t('mall.exchangeOffer', { title: offer.title })} onClick={() => onExchange(offer)}>
              {t('mall.exchange')}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

/** Offers in their final geometry. */
function OfferSkeletons({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion className="space-y-3">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-[172px] rounded-card" />
      ))}
    </LoadingRegion>
  );
}
