import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Standing } from './standings.ts';

/**
 * "45,304 to reach #3", or once nobody can climb any more "45,304 behind #3"; and what to say of a shared place, of the
 * leader and of the winner.
 */
export function GapText({ standing }: { standing: Pick<Standing, 'gap' | 'isOver' | 'hasWon'> }): ReactNode {
  const t = useText();
  const { gap, isOver, hasWon } = standing;
  if (hasWon) return t('summary.winner');
  if (gap === null) return t('votes.leading');
  if (gap.votes === 0) return t('votes.level', gap);
  return t(isOver ? 'summary.behind' : 'votes.gap', gap);
}
