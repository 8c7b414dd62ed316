import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { nextRound } from './rounds/next-round.ts';
import type { Standing } from './standings.ts';
import { useVotingPhase } from './use-voting-phase.ts';
import type { Activity } from './voting-phase.ts';

/** Why nobody can vote for an idol at this moment; null while they can. */
export function useVotingNote(activity: Activity, idol: Pick<Standing, 'name' | 'leftInRound'>): string | null {
  const t = useText();
  const friendly = useFriendlyDate();
  const phase = useVotingPhase(activity);
  const { name, leftInRound } = idol;
  if (leftInRound !== null && (phase === 'open' || phase === 'between')) {
    return t('rounds.noVotes', { name, round: leftInRound });
  }
  if (phase === 'open') return null;
  if (phase === 'scheduled') return t('idol.notOpen', { when: friendly(activity.opensAt) });
  if (phase === 'closing') return t('phase.closingNote');
  if (phase === 'tallying') return t('phase.tallyingNote');
  if (phase === 'final') return t('phase.finalNote', { closedAt: friendly(activity.closesAt) });
  const next = nextRound(activity.rounds, serverNowMs());
  return next ? t('rounds.between', { round: next.round, when: friendly(next.opensAt) }) : '';
}
