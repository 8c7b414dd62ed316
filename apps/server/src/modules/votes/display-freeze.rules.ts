import type { Activity } from './activities.view.ts';
import { type Round, roundOnShow } from './rounds.rules.ts';

/**
 * From when on the count of a round is hidden until it is settled; null where the rules never hide it. Once it is hidden
 * that stays as it is, wherever the round's end is moved: what was hidden already must not come to light by it.
 */
export function freezeOf({ ruleSet }: Pick<Activity, 'ruleSet'>, { opensAt, closesAt, frozenAt }: Round): Date | null {
  if (frozenAt !== null) return frozenAt;
  const minutes = ruleSet?.document.displayFreezeMinutes ?? 0;
  if (minutes === 0) return null;
  return new Date(Math.max(opensAt.getTime(), closesAt.getTime() - minutes * 60_000));
}

/** Whether a round's count is hidden at a moment or was hidden before; once it is, it is so for every clock. */
export function isFrozenBy(activity: Pick<Activity, 'ruleSet'>, round: Round, at: Date): boolean {
  if (round.frozenAt !== null) return true;
  const frozenAt = freezeOf(activity, round);
  return frozenAt !== null && at >= frozenAt;
}

/** The round whose count is hidden at a moment; nothing while the count is on show. */
export function hiddenRound(activity: Activity, at: Date): Round | undefined {
  const round = roundOnShow(activity.rounds, at);
  return round.status !== 'settled' && isFrozenBy(activity, round, at) ? round : undefined;
}
