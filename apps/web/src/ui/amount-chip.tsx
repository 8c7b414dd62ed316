import type { ReactNode } from 'react';
import type { IconComponent } from './icons/draw-icon.tsx';
import { RollingNumber } from './rolling-number.tsx';

type AmountChipProps = { icon: IconComponent; amount: number; unit: string; onStage?: boolean };

/** Shows a balance in the corner of a screen. */
export function AmountChip({ icon: Icon, amount, unit, onStage = false }: AmountChipProps): ReactNode {
  const look = onStage ? 'bg-black/30 text-white glassy' : 'bg-warn-soft text-warn';
  return (
    <span className={`inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-small font-bold ${look}`}>
      <Icon size={16} filled className={onStage ? 'text-gold' : ''} />
      <RollingNumber value={amount} />
      <span className="font-semibold">{unit}</span>
    </span>
  );
}
