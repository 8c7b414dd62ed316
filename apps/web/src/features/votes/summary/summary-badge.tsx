import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import type { EventSummary } from './event-summary.ts';
import { summaryStateText } from './state-texts.ts';

/** On a stage, how final the numbers are: gold once nothing changes any more. */
export function SummaryBadge({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { isFinal } = summary;
  const Icon = isFinal ? CheckIcon : ClockIcon;
  return (
    <span
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-small font-bold ${
        isFinal ? 'medal-1 text-medal' : 'bg-black/30 text-white'
      }`}
    >
      <Icon size={16} />
      {t(summaryStateText(summary))}
    </span>
  );
}
