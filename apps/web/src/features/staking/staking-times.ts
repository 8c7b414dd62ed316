import { type Language, languageTag, useEnvironment } from '#/lib/environment.ts';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';

type StakingTimes = {
  /** An instant with its day of the week, such as `Mon, Nov 30, 00:00`: weeks turn on one. */
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

/** Made once for each zone and language, because the browser's formats are slow to make. */
const made = new Map<string, StakingTimes>();

export function stakingTimes(timeZone: string, language: Language): StakingTimes {
  const key = `${language} ${timeZone}`;
  const times = made.get(key) ?? makeTimes(timeZone, language);
  made.set(key, times);
  return times;
}

function makeTimes(timeZone: string, language: Language): StakingTimes {
  const zoned = zonedDates(timeZone, language);
  const weekday = new Intl.DateTimeFormat(languageTag(language), { weekday: 'short', timeZone });
  const dayOf = (instant: string) => weekday.format(new Date(instant));
  return {
    moment: (instant) => {
      if (language === 'en_US') return `${dayOf(instant)}, ${zoned.format(instant, 'moment')}`;
      return `${zoned.format(instant, 'day')}（${dayOf(instant)}）${zoned.format(instant, 'hour')}`;
    },
    // The id is a date, which is the same day everywhere.
    day: (periodId) => zonedDates('UTC', language).format(`${periodId}T00:00:00Z`, 'day'),
    city: zoned.city,
  };
}
