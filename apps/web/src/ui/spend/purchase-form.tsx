import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { purchaseAmount } from './amounts.ts';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { Stepper } from './stepper.tsx';

type PurchaseFormProps = {
  /** The price of one in Points. */
  price: number;
  points: number;
  /** The available maximum, for any reason; one where there is no choice. */
  most?: number;
  /** Says why none is available, other than a lack of Points. */
  blockText?: string | undefined;
  presets?: readonly number[];
  /** The result of this quantity: a line each above the price. */
  gains?: (num: number) => readonly (readonly [label: string, value: ReactNode])[];
  /** Stands beneath the price, with further conditions. */
  note?: ReactNode;
  /** It has taken the place of the control that had the focus. */
  takesFocus?: boolean;
  payLabel: (points: number) => string;
  errorText: string | undefined;
  isBusy: boolean;
  /** The number was changed, so the former error no longer applies. */
  onChange?: () => void;
  onPay: (num: number) => void;
  onClose: () => void;
};

/** Shows the number of goods for Points, and one button with the price. */
export function PurchaseForm(props: PurchaseFormProps): ReactNode {
  const { price, points, most = 1, presets = [], gains, note, takesFocus = false, ...rest } = props;
  const t = useText();
  const place = useArrivingFocus<HTMLDivElement>(takesFocus);
  const [wanted, setWanted] = useState(1);
  // During the payment, refetched limits may be ahead of the answer.
  const blockText = rest.isBusy ? undefined : rest.blockText;
  const alertText = rest.errorText ?? blockText;
  const { num, canPay } = purchaseAmount({ wanted, most, isBlocked: blockText !== undefined });

  // During the payment the refetched balance may be ahead of the answer.
  if (points < price && !rest.isBusy) {
    return (
      <div ref={place} tabIndex={-1} className="mt-5 space-y-4 outline-none">
        <InlineAlert>{t('mall.tooFewPoints', { missing: price - points })}</InlineAlert>
        <Link href="/task" className={buttonStyle('primary', 'large')}>
          {t('vote.earnPoints')}
        </Link>
      </div>
    );
  }
  const lines = [
    ...(gains?.(num) ?? []),
    [t('mall.youPay'), t('points.count', { points: num * price })] as const,
    [t('mall.remains'), t('points.count', { points: points - num * price })] as const,
  ];
  return (
    <div ref={place} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      {most > 1 ? (
        <Stepper
          label={t('mall.amount')}
          value={num}
          max={most}
          presets={presets}
          disabled={rest.isBusy}
          onChange={(next) => {
            rest.onChange?.();
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
      {note}
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
