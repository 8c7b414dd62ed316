import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { purchaseAmount } from './amounts.ts';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from './stepper.tsx';

type PurchaseFormProps = {
  /** In Points, for one. */
  price: number;
  points: number;
  /** The available maximum, for any reason. */
  most: number;
  /** Why none is available, other than a lack of Points. */
  blockText: string | undefined;
  presets: readonly number[];
  /** The result of this quantity: a line each above the price. */
  gains: (num: number) => readonly (readonly [label: string, value: ReactNode])[];
  payLabel: (points: number) => string;
  errorText: string | undefined;
  isBusy: boolean;
  /** The number was changed, so the former error no longer applies. */
  onChange: () => void;
  onPay: (num: number) => void;
  onClose: () => void;
};

/** The number of goods for Points, and one button with the price. */
export function PurchaseForm({ price, points, most, presets, gains, ...rest }: PurchaseFormProps): ReactNode {
  const t = useText();
  const [wanted, setWanted] = useState(1);
  // During the payment, refetched limits may be ahead of the answer.
  const blockText = rest.isBusy ? undefined : rest.blockText;
  const alertText = rest.errorText ?? blockText;
  const { num, canPay } = purchaseAmount({ wanted, most, isBlocked: blockText !== undefined });

  if (points < price) {
    return (
      <div className="mt-5 space-y-4">
        <InlineAlert>{t('mall.tooFewPoints', { missing: price - points })}</InlineAlert>
        <Link href="/task" className={buttonStyle('primary', 'large')}>
          {t('vote.earnPoints')}
        </Link>
      </div>
    );
  }
  const lines = [
    ...gains(num),
    [t('mall.youPay'), t('points.count', { points: num * price })] as const,
    [t('mall.remains'), t('points.count', { points: points - num * price })] as const,
  ];
  return (
    <div className="mt-5 space-y-4">
      {most > 1 ? (
        <Stepper
          label={t('mall.amount')}
          value={num}
          max={most}
          presets={presets}
          disabled={rest.isBusy}
          onChange={(next) => {
            rest.onChange();
            setWanted(next);
          }}
        />
      ) : null}
      <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
        {lines.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-mute">{label}</dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {alertText === undefined ? null : <InlineAlert>{alertText}</InlineAlert>}
      <SpendButton size="large" busy={rest.isBusy} disabled={!canPay} onClick={() => rest.onPay(num)}>
        {rest.payLabel(num * price)}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={rest.onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}
