import type { RuleDocument } from '@lightstick/contract';
import { prizesOf } from './pack-rows.ts';
import { type PackTime, resolvePackTime } from './pack-time.ts';
import { type Activity, limitNames } from './schema/activities.ts';

/** The rules of an activity, without the version of their publication. */
export type Rules = Omit<RuleDocument, 'version'>;

/** The rule document of an entry: all rules, omitted ones with their defaults, and times as instants. */
export function rulesOf(activity: Activity, anchoredAt: Date): Rules {
  const instantOf = (time: PackTime) => resolvePackTime(time, anchoredAt).toISOString();
  const { opensAt, closesAt, quarantine } = activity;
  const rounds = activity.rounds ?? [{ opensAt, closesAt }];
  return {
    format: 'lightstick/rules/v1',
    activityId: activity.id,
    opensAt: instantOf(opensAt),
    closesAt: instantOf(closesAt),
    timeZone: activity.timeZone,
    rounds: rounds.map((round) => ({
      opensAt: instantOf(round.opensAt),
      closesAt: instantOf(round.closesAt),
      goOn: round.goOn ?? null,
      carries: round.carries ?? false,
    })),
    freeVotesPerDay: activity.freeVotesPerDay,
    dailyCap: activity.dailyCap ?? null,
    ticketAsset: activity.ticketAsset,
    voteAsset: activity.voteAsset,
    priceSteps: priceStepsOf(activity),
    ...limitsOf(activity),
    quarantine: quarantine
      ? {
          callsPerMinute: quarantine.callsPerMinute ?? null,
          fansPerDevice: quarantine.fansPerDevice ?? null,
          fansPerAddress: quarantine.fansPerAddress ?? null,
          decideWithinHours: quarantine.decideWithinHours,
          ifUndecided: quarantine.ifUndecided,
        }
      : null,
    prizes: prizesOf(activity),
    notes: activity.rules,
  };
}

type Limits = Pick<Activity, (typeof limitNames)[number]>;

function limitsOf(activity: Activity): Limits {
  return Object.fromEntries(limitNames.map((name) => [name, activity[name]])) as Limits;
}

function priceStepsOf({ priceSteps, votesPerTicket = 1 }: Activity): Rules['priceSteps'] {
  return priceSteps ?? [{ fromTicket: 1, votesPerTicket }];
}

/** A vote limit of the ledger near the end of a round, from an instant on; a null cap ends the limit. */
export type Ending = { readonly from: string; readonly cap: number | null };

/** The instants at which limits near the ends of rounds begin and end, in order. */
export function endingsOf({ rounds, endingLimits }: Pick<Rules, 'rounds' | 'endingLimits'>): Ending[] {
  if (endingLimits.length === 0) return [];
  return rounds.flatMap(({ closesAt }) => [
    ...endingLimits.map(({ withinMinutes, votes }) => ({
      from: new Date(Date.parse(closesAt) - withinMinutes * 60_000).toISOString(),
      cap: votes,
    })),
    { from: closesAt, cap: null },
  ]);
}
