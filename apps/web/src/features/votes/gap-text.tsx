import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Gap } from './standings.ts';

/** "45,304 to reach #3", or what to say of a shared place and of the leader. */
export function GapText({ gap }: { gap: Gap | null }): ReactNode {
  const t = useText();
  if (gap === null) return t('votes.leading');
  if (gap.votes === 0) return t('votes.level', { rank: gap.rank });
  return t('votes.gap', { votes: gap.votes, rank: gap.rank });
}
