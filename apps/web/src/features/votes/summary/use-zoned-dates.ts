import { useMemo } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { type ZonedDates, zonedDates } from '#/lib/format/zoned-date.ts';

/** Times of an event in its own zone and the language on screen. */
export function useZonedDates(timeZone: string): ZonedDates {
  const { languageType } = useEnvironment();
  return useMemo(() => zonedDates(timeZone, languageType), [timeZone, languageType]);
}
