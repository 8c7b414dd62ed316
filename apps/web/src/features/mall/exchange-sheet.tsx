import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useUnsettledIntent } from '#/lib/intents/use-unsettled-intent.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { ExchangeSuccess } from './exchange-success.tsx';
import { ExchangeUnsettled } from './exchange-unsettled.tsx';
import type { Offer } from './offer.ts';
import { type Exchange, exchangeRoute, exchangeScope, useExchange } from './use-exchange.ts';

type ExchangeSheetProps = {
  offer: Offer;
  /** What the fan has to spend. */
  points: number;
  onClose: () => void;
};

/** Where Points become tickets: how many, what it costs, and what it brought. */
export function ExchangeSheet({ offer, points, onClose }: ExchangeSheetProps): ReactNode {
  const t = useText();
  const [done, setDone] = useState<Exchange | null>(null);
  const exchange = useExchange(offer.offerId, (answer) => {
    setDone(answer);
    celebrate();
  });
  const unsettled = useUnsettledIntent(exchangeRoute, exchangeScope(offer.offerId));
  return (
    <Sheet
      onClose={onClose}
      title={offer.title}
      subtitle={t('mall.each', { price: offer.price, tickets: offer.gives.amount })}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <TicketIcon size={30} />
        </span>
      }
    >
      {(close) => {
        if (done) return <ExchangeSuccess exchange={done} onDone={close} />;
        if (unsettled && !exchange.isPending) {
          const askAgain = () => exchange.exchange(unsettled.num ?? 1);
          return <ExchangeUnsettled count={unsettled.num ?? 1} error={exchange.error} onAskAgain={askAgain} />;
        }
        return <ExchangeForm offer={offer} points={points} exchange={exchange} onClose={close} />;
      }}
    </Sheet>
  );
}
