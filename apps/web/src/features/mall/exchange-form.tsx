import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { exchangeErrorText } from './mall-error-text.ts';
import { mostExchangeable, type Offer } from './offer.ts';
import type { useExchange } from './use-exchange.ts';

type ExchangeFormProps = {
  offer: Offer;
  points: number;
  exchange: ReturnType<typeof useExchange>;
  onClose: () => void;
};

const presets = [1, 5, 10];

/** How many, and one button that says what it costs. */
export function ExchangeForm({ offer, points, exchange, onClose }: ExchangeFormProps): ReactNode {
  const t = useText();
  const [wanted, setWanted] = useState(1);
  const most = mostExchangeable(offer, points);
  const num = Math.min(wanted, Math.max(1, most));

  if (most < 1) {
    return (
      <div className="mt-5 space-y-4">
        <InlineAlert>{t('mall.tooFewPoints', { missing: Math.max(0, offer.price - points) })}</InlineAlert>
        <Link href="/task" className={buttonStyle('primary', 'large')}>
          {t('vote.earnPoints')}
        </Link>
      </div>
    );
  }
  return (
    <div className="mt-5 space-y-4">
      <Stepper
        label={t('mall.amount')}
        value={num}
        max={most}
        presets={presets}
        disabled={exchange.isPending}
        onChange={(next) => {
          exchange.reset();
          setWanted(next);
        }}
      />
      <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
        <Line label={t('mall.youGet')} value={t('tickets.count', { count: num * offer.gives.amount })} />
        <Line label={t('mall.youPay')} value={t('points.count', { points: num * offer.price })} />
        <Line label={t('mall.remains')} value={t('points.count', { points: points - num * offer.price })} />
      </dl>
      {exchange.error ? <InlineAlert>{exchangeErrorText(exchange.error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={exchange.isPending} onClick={() => exchange.exchange(num)}>
        {t('mall.pay', { points: num * offer.price })}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}

function Line({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-mute">{label}</dt>
      <dd className="font-bold">{value}</dd>
    </div>
  );
}
