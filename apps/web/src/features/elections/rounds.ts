import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IdolStanding } from './standings.ts';
import { type RoundTimes, type VotingPhase, useVotingPhase, type Activity } from './voting-phase.ts';

/**
 * Returns the round after the latest one that is over at `nowMs`, also in the second of its opening; undefined before
 * any has ended, and after the last.
 */
export function nextRound(rounds: readonly RoundTimes[], nowMs: number): RoundTimes | undefined {
  const over = rounds.findLastIndex(({ closesAt }) => Date.parse(closesAt) <= nowMs);
  return over === -1 ? undefined : rounds[over + 1];
}

/** Tells whether voting is over and the result is still to come. */
export function isBeingCounted(phase: VotingPhase): boolean {
  return phase === 'closing' || phase === 'tallying';
}

/** Says why voting for an idol is closed now; null while it is open. */
export function useVotingNote(activity: Activity, idol: Pick<IdolStanding, 'name' | 'leftInRound'>): string | null {
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
