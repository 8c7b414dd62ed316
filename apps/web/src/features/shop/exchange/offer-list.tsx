import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { MallIcon, StarIcon } from '#/ui/icons/shell-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { bestValue, byReach, missingPoints, type Offer, useOffers, offerBlock } from './offers.ts';

type OfferListProps = {
  /** The fan's Points; undefined for a visitor, and while they are not known. */
  points: number | undefined;
  onExchange: (offer: Offer) => void;
};

/** Shows everything that Points can be exchanged for, what the fan can afford first. */
export function OfferList({ points, onExchange }: OfferListProps): ReactNode {
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
  const best = bestValue(offers.data);
  return (
    <section aria-labelledby="offers">
      <h2 id="offers" className="sr-only">
        {t('mall.offers')}
      </h2>
      <ul className="pair space-y-3">
        {byReach(offers.data, points).map((offer) => (
          <li key={offer.offerId}>
            <OfferCard offer={offer} points={points} isBest={offer === best} onExchange={onExchange} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says what bounds an offer: how many are left, how many one fan may take and has taken, and until when. */
function OfferFacts({ offer }: { offer: Offer }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const isFan = useAccountId() !== undefined;
  const facts = [
    offer.left === null ? null : t('mall.left', { left: offer.left }),
    offer.perFanLimit === null
      ? null
      : t(isFan ? 'mall.limit' : 'mall.limitEach', { taken: offer.exchangedByMe, limit: offer.perFanLimit }),
  ].filter((fact) => fact !== null);
  const until =
    offer.state === 'notOpen'
      ? t('mall.opensAt', { when: friendly(offer.opensAt) })
      : offer.state === 'open' && offer.closesAt && t('mall.closesAt', { when: friendly(offer.closesAt) });
  if (facts.length === 0 && !until) return null;
  const chip = 'inline-block rounded-full bg-raise px-2.5 py-1';
  return (
    <ul className="num mt-2 flex flex-wrap gap-1.5 text-caption font-semibold text-mute">
      {facts.map((fact) => (
        <li key={fact} className={chip}>
          {fact}
        </li>
      ))}
      {/* On a line of its own, which it fills to another width when the app knows the fan's time. */}
      {until ? (
        <li className="w-full">
          <span className={chip}>{until}</span>
        </li>
      ) : null}
    </ul>
  );
}

type OfferCardProps = OfferListProps & { offer: Offer; isBest: boolean };

/** Shows an offer in the shape of what it gives: a ticket with its stub. */
function OfferCard({ offer, points, isBest, onExchange }: OfferCardProps): ReactNode {
  const t = useText();
  const block = offerBlock(offer);
  const missing = block ? 0 : missingPoints(offer, points);
  return (
    <article className="ticket flex rounded-card bg-surface">
      <div
        className={
          'ticket-stub flex w-24 shrink-0 flex-col items-center justify-center gap-1 p-3 text-center ' +
          (block ? 'bg-raise text-mute' : 'action')
        }
      >
        <TicketIcon size={30} />
        <span className="num text-section leading-none font-extrabold">×{formatNumber(offer.gives.amount)}</span>
        <span className="text-caption font-semibold">{t('tickets.unit', { count: offer.gives.amount })}</span>
      </div>
      <div className="min-w-0 flex-1 p-4">
        {isBest ? (
          <p className="mb-1">
            <Badge tone="ok">{t('mall.bestValue')}</Badge>
          </p>
        ) : null}
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
            <Button
              variant={missing > 0 ? 'soft' : 'primary'}
              aria-label={t('mall.exchangeOffer', { title: offer.title })}
              onClick={() => onExchange(offer)}
            >
              {t('mall.exchange')}
            </Button>
          )}
          {missing > 0 ? (
            <p className="num w-full text-caption font-semibold text-mute">{t('mall.missing', { points: missing })}</p>
          ) : null}
        </div>
      </div>
    </article>
  );
}

/** Offers in their final geometry. */
function OfferSkeletons({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion className="pair space-y-3">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-[172px] rounded-card" />
      ))}
    </LoadingRegion>
  );
}
