import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { PurchaseForm } from '#/ui/purchase-form.tsx';
import { exchangeErrorText } from './mall-error-text.ts';
import { mostExchangeable, type Offer, offerBlock } from './offer.ts';
import type { useExchange } from './use-exchange.ts';

type ExchangeFormProps = {
  offer: Offer;
  points: number;
  exchange: ReturnType<typeof useExchange>;
  onClose: () => void;
};

const presets = [1, 5, 10];

/** How many tickets, and one button that says what they cost. */
export function ExchangeForm({ offer, points, exchange, onClose }: ExchangeFormProps): ReactNode {
  const t = useText();
  const block = offerBlock(offer);
  return (
    <PurchaseForm
      price={offer.price}
      points={points}
      most={mostExchangeable(offer, points)}
      blockText={block ? t(`mall.block.${block}`) : undefined}
      presets={presets}
      gains={(num) => [[t('mall.youGet'), t('tickets.count', { count: num * offer.gives.amount })]]}
      payLabel={(cost) => t('mall.pay', { points: cost })}
      errorText={exchange.error ? exchangeErrorText(exchange.error, t) : undefined}
      isBusy={exchange.isPending}
      onChange={exchange.reset}
      onPay={exchange.exchange}
      onClose={onClose}
    />
  );
}
