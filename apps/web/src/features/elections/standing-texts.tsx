import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { DownIcon, UpIcon } from '#/ui/icons/shell-icons.tsx';
import type { IdolStanding } from './standings.ts';

/**
 * Shows "Needs 45,304 more for #3", or "45,304 behind #3" after the close; and the texts of a shared place, the leader
 * and the winner.
 */
export function GapText({ standing }: { standing: Pick<IdolStanding, 'gap' | 'isOver' | 'hasWon'> }): ReactNode {
  const t = useText();
  const { gap, isOver, hasWon } = standing;
  if (hasWon) return t('summary.winner');
  if (gap === null) return t('votes.leading');
  if (gap.votes === 0) return t('votes.level', gap);
  return t(isOver ? 'summary.behind' : 'votes.gap', gap);
}

/** Shows places gained or lost since the last snapshot; nothing for an unchanged place. */
export function RankChange({ change }: { change: number }): ReactNode {
  const t = useText();
  if (change === 0) return null;
  const gained = change > 0;
  return (
    <span className={`num inline-flex items-center text-caption font-bold ${gained ? 'text-ok' : 'text-mute'}`}>
      {gained ? <UpIcon size={12} /> : <DownIcon size={12} />}
      <span aria-hidden="true">{Math.abs(change)}</span>
      <span className="sr-only">{t(gained ? 'votes.rankUp' : 'votes.rankDown', { places: Math.abs(change) })}</span>
    </span>
  );
}
