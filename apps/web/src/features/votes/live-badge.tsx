import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { VotingPhase } from './voting-phase.ts';

type LiveBadgeProps = { phase: VotingPhase; isLive: boolean; isFrozen?: boolean };

/** Says on a stage whether the ranking is moving, hidden, being counted, or settled. */
export function LiveBadge({ phase, isLive, isFrozen = false }: LiveBadgeProps): ReactNode {
  const t = useText();
  const text = {
    scheduled: t('phase.scheduled'),
    open: isFrozen ? t('phase.frozen') : isLive ? t('phase.live') : t('phase.open'),
    between: t('phase.between'),
    closing: t('phase.closing'),
    tallying: t('phase.tallying'),
    final: t('phase.final'),
  }[phase];
  return (
    <span className="inline-flex min-h-7 items-center gap-2 rounded-full bg-black/30 px-3 text-caption font-bold text-white">
      <span
        className={`size-2 rounded-full ${phase === 'open' && isLive && !isFrozen ? 'live-dot bg-[#7dffb5]' : 'bg-white/70'}`}
      />
      {text}
    </span>
  );
}
