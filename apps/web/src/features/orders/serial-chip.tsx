import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';

/** Which piece of how many: 12 / 100. */
export function SerialChip({ serial, size }: { serial: number; size: number }): ReactNode {
  const t = useText();
  return (
    <span className="num inline-flex items-center gap-1 rounded-full bg-brand-soft px-2.5 py-1 text-caption font-bold text-brand">
      <span className="sr-only">{t('nft.serial')}</span>
      {formatNumber(serial)} / {formatNumber(size)}
    </span>
  );
}
