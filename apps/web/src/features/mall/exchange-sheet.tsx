import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { ExchangeSuccess } from './exchange-success.tsx';
import { ExchangeUnsettled } from './exchange-unsettled.tsx';
import type { Offer } from './offer.ts';
import { type Exchange, useExchange } from './use-exchange.ts';

type ExchangeSheetProps = {
  offer: Offer;
  /** What the fan has to spend; undefined while it is not known. */
  points: number | undefined;
  /** Stands in the place of the form until then. */
  pointsToCome: ReactNode;
  onClose: () => void;
};

/** Where Points become tickets: how many, what it costs, and what it brought. */
export function ExchangeSheet({ offer, points, pointsToCome, onClose }: ExchangeSheetProps): ReactNode {
  const t = useText();
  const [done, setDone] = useState<Exchange | null>(null);
  const exchange = useExchange(offer, (answer) => {
    setDone(answer);
    celebrate();
  });
  const { unsettled } = exchange;
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
        if (unsettled) {
          const count = unsettled.num ?? 1;
          return <ExchangeUnsettled count={count} exchange={exchange} onAskAgain={() => exchange.exchange(count)} />;
        }
        if (points === undefined) return pointsToCome;
        return <ExchangeForm offer={offer} points={points} exchange={exchange} onClose={close} />;
      }}
    </Sheet>
  );
}
