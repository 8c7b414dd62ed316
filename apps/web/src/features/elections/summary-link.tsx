import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import type { Activity, VotingPhase } from './voting-phase.ts';

type SummaryLinkProps = { activity: Activity; phase: VotingPhase; className?: string };

/** The way to the event's summary, which is the main thing once the result is final. */
export function SummaryLink({ activity: { activityId }, phase, className = '' }: SummaryLinkProps): ReactNode {
  const t = useText();
  const isFinal = phase === 'final';
  return (
    <Link
      href={`/event-summary?activityId=${encodeURIComponent(activityId)}`}
      className={`${buttonStyle(isFinal ? 'primary' : 'soft', isFinal ? 'large' : 'medium')} w-full ${className}`}
    >
      <TrophyIcon size={20} />
      {isFinal ? t('summary.full') : t('summary.interim')}
    </Link>
  );
}
