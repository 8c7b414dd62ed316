import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { RollingNumber } from './rolling-number.tsx';

type AmountChipProps = { icon: IconName; amount: number; unit: string; onStage?: boolean };

/** A balance in the corner of a screen. */
export function AmountChip({ icon, amount, unit, onStage = false }: AmountChipProps): ReactNode {
  const look = onStage ? 'bg-black/30 text-white backdrop-blur' : 'bg-warn-soft text-warn';
  return (
    <span className={`inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-small font-bold ${look}`}>
      <Icon name={icon} size={16} filled className={onStage ? 'text-gold' : ''} />
      <RollingNumber value={amount} />
      <span className="font-semibold">{unit}</span>
    </span>
  );
}
