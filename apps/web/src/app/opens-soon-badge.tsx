import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';

/** A badge beside a name: not open yet. */
export function OpensSoonBadge({ onStage = false }: { onStage?: boolean }): ReactNode {
  const t = useText();
  return (
    <span
      className={`inline-flex min-h-7 items-center gap-1.5 rounded-full px-3 text-caption font-bold ${
        onStage ? 'bg-black/30 text-white' : 'bg-warn-soft text-warn'
      }`}
    >
      <ClockIcon size={14} />
      {t('stayTuned.soon')}
    </span>
  );
}
