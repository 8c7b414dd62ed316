import { useEnvironment } from '../environment.ts';
import { formatDateTime } from './format-date.ts';
import { ownTimeZone, zonedDates } from './zoned-date.ts';

/** Formats ISO instants to the second, in the zone of the fan's device, which is named: for what is kept as a proof. */
export function useExactTime(): (instant: string) => string {
  const { languageType } = useEnvironment();
  return (instant) => `${formatDateTime(new Date(instant))} (${zonedDates(ownTimeZone(), languageType).zoneName})`;
}
