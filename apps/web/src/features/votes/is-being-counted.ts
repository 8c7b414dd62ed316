import type { VotingPhase } from './voting-phase.ts';

/** Whether voting is over and the result is still to come. */
export function isBeingCounted(phase: VotingPhase): boolean {
  return phase === 'closing' || phase === 'tallying';
}
