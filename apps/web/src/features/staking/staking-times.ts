import { type Language, useEnvironment } from '#/lib/environment.ts';
import { isOwnTimeKnown, ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';

type StakingTimes = {
  /** An instant with its day of the week, such as `Mon, November 30th, 00:00`: weeks turn on one. */
  readonly moment: (instant: string) => string;
  /** The first day of a week by its id, such as `Nov 23`. */
  readonly day: (periodId: string) => string;
  /** The place whose time that is. */
  readonly city: string;
};

/** Times in the fan's own zone. */
export function useStakingTimes(): StakingTimes {
  return stakingTimes(ownTimeZone(), useEnvironment().languageType);
}

/** Whose time the times of staking are. */
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
