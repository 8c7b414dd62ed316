import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { OfferFacts } from './offer-facts.tsx';
import { type Offer, offerBlock } from './offer.ts';

type OfferCardProps = { offer: Offer; onExchange: (offer: Offer) => void };

/** An offer in the shape of what it gives: a ticket with its stub. */
export function OfferCard({ offer, onExchange }: OfferCardProps): ReactNode {
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
