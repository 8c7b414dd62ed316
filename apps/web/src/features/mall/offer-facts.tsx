import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { Offer } from './offer.ts';

/** What bounds an offer: how many are left, how many one fan may take and has taken, and until when. */
export function OfferFacts({ offer }: { offer: Offer }): ReactNode {
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
