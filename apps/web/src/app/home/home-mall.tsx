import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { offerBlock, useOffers } from '#/features/shop/exchange/offers.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { SectionHeading } from '../section-heading.tsx';

const shownOffers = 4;

/** A look into the mall: what Points can become. Without an offer, or when the mall cannot be reached, it stays away. */
export function HomeMall(): ReactNode {
  const t = useText();
  const offers = useOffers();
  const open = offers.data?.filter((offer) => offerBlock(offer) === null).slice(0, shownOffers) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="home-mall" className="card enter">
      <SectionHeading id="home-mall" more={{ to: '/mall', text: t('home.toMall') }}>
        {t('home.mall')}
      </SectionHeading>
      <ul className="scroll-row -mx-5 gap-3 px-5 pb-1">
        {open.map(({ offerId, title, gives, price }) => (
          <li key={offerId} className="shrink-0">
            <Link href="/mall" className="press flex w-36 flex-col rounded-tile bg-bg p-3">
              <span className="action grid h-20 place-content-center justify-items-center rounded-control">
                <TicketIcon size={26} />
                <span className="num text-title font-extrabold">×{formatNumber(gives.amount)}</span>
              </span>
              <span className="mt-2.5 line-clamp-1 text-small font-bold">{title}</span>
              <span className="num mt-0.5 inline-flex items-center gap-1 text-small font-bold text-warn">
                <StarIcon size={14} filled />
                {formatNumber(price)}
                <span className="sr-only">{t('points.unit')}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
