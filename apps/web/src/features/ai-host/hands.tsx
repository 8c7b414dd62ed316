import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';

/** A raised hand on a 24-pixel grid. */
export const HandIcon = drawIcon(
  'M8 12.5V6.2a1.6 1.6 0 0 1 3.2 0V11V4.6a1.6 1.6 0 0 1 3.2 0V11V6.4a1.6 1.6 0 0 1 3.2 0V14a6.5 6.5 0 0 1-6.5 6.5c-2.6 0-4.1-1.2-5.3-3.2L3.6 14a1.6 1.6 0 0 1 2.7-1.7L8 14.5',
);

/** How many raised hands a question has. */
export function Hands({ count }: { count: number }): ReactNode {
  const t = useText();
  return (
    <span className="num inline-flex items-center gap-1">
      <HandIcon size={14} />
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{t('agent.hands', { count })}</span>
    </span>
  );
}
