import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { VoteSums as Sums } from '../use-vote-record.ts';

/** How many votes a fan has cast by what became of them; nothing for whom all were counted at once. */
export function VoteSums({ sums }: { sums: Sums }): ReactNode {
  const t = useText();
  const { counted, quarantined, released, voided } = sums;
  if (quarantined + released + voided === 0) return null;
  return (
    <p className="num mb-2 rounded-tile bg-raise p-3.5 text-small font-semibold">
      {t('setAside.sums', {
        counted: formatNumber(counted + released),
        quarantined: formatNumber(quarantined),
        voided: formatNumber(voided),
      })}
    </p>
  );
}
