import type { Language } from '@lightstick/contract';
import { coverUrl } from '#/modules/art/index.ts';
import { activityState, type ActivityState } from './activity-state.ts';
import type { Activity } from './activities.view.ts';

/** An activity as lists show it. */
export function activitySummary(activity: Activity, language: Language, at: Date) {
  return {
    activityId: activity.id,
    title: activity.title[language],
    subtitle: activity.subtitle[language],
    state: activityState(activity, at),
    opensAt: activity.opensAt.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    timeZone: activity.timeZone,
    coverUrl: coverUrl(activity.coverSeed),
  };
}

/** One activity with its rules and prizes. */
export function activityDetail(
  activity: Activity,
  language: Language,
  { at, totalVotes }: { at: Date; totalVotes: number },
) {
  return {
    ...activitySummary(activity, language, at),
    serverTime: at.toISOString(),
    ticketAsset: activity.ticketAsset,
    voteAsset: activity.voteAsset,
    votesPerTicket: activity.votesPerTicket,
    freeVotesPerDay: activity.freeVotesPerDay,
    dailyCap: activity.dailyCap,
    rules: activity.rules.map((rule) => rule[language]),
    prizes: activity.prizes.map((prize) => ({ ...prize, title: prize.title[language] })),
    totalVotes,
  };
}

const order: Readonly<Record<ActivityState, number>> = { open: 0, closing: 1, scheduled: 2, final: 3 };

/** Open ones first, the soonest to close before the others; then coming ones, then those that ended last. */
export function byAttention(at: Date): (a: Activity, b: Activity) => number {
  return (a, b) => {
    const [stateA, stateB] = [activityState(a, at), activityState(b, at)];
    if (stateA !== stateB) return order[stateA] - order[stateB];
    if (stateA === 'final') return b.closesAt.getTime() - a.closesAt.getTime();
    return stateA === 'scheduled'
      ? a.opensAt.getTime() - b.opensAt.getTime()
      : a.closesAt.getTime() - b.closesAt.getTime();
  };
}
