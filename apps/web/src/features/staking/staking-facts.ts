import { type Language, useEnvironment } from '#/lib/environment.ts';
import { isOwnTimeKnown, ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { Plan } from './staking-queries.ts';

type StakingTimes = {
  /** An instant with its day of the week, such as `Mon, November 30th, 00:00`: weeks turn on one. */
  readonly moment: (instant: string) => string;
  /** The first day of a week by its id, such as `Nov 23`. */
  readonly day: (periodId: string) => string;
  /** The place of that time. */
  readonly city: string;
};

/** Returns formatters of times in the fan's own zone. */
export function useStakingTimes(): StakingTimes {
  return stakingTimes(ownTimeZone(), useEnvironment().languageType);
}

/** Says whose time the times of staking are. */
export function useStakingZone(): string {
  const t = useText();
  const { city } = useStakingTimes();
  return t(isOwnTimeKnown() ? 'stake.yourTime' : 'stake.timeOf', { city });
}

export function stakingTimes(timeZone: string, language: Language): StakingTimes {
  const { format, city } = zonedDates(timeZone, language);
  return {
    moment: (instant) => format(instant, 'weekday'),
    // The id is a date, which is the same day everywhere.
    day: (periodId) => zonedDates('UTC', language).format(`${periodId}T00:00:00Z`, 'day'),
    city,
  };
}

/** Says how often a staked Point counts, such as `1.5`. */
export function factorText({ factorPercent }: Pick<Plan, 'factorPercent'>): string {
  return formatNumber(factorPercent / 100);
}

/** Returns a fan's part of all weights, from 0 to 1. */
export function partOf(weight: string, totalWeight: string): number {
  // Weights beyond 2^53 are too long for exact numbers, and a part is shown in tenths of a percent.
  return totalWeight === '0' ? 0 : Number(weight) / Number(totalWeight);
}
