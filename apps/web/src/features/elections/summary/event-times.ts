import { useMemo } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { ownTimeZone, type ZonedDates, zonedDates } from '#/lib/format/zoned-date.ts';

type TimeRange = { readonly range: string; readonly zoneName: string };

type EventWindow = {
  /** In the zone of the event. */
  readonly there: TimeRange;
  /** In the fan's own zone; undefined if it shows the same time. */
  readonly here: TimeRange | undefined;
};

/** From when to when an event goes on, in words. */
export function useEventWindow(event: { timeZone: string; opensAt: string; closesAt: string }): EventWindow {
  const thereDates = useZonedDates(event.timeZone);
  const hereDates = useZonedDates(ownTimeZone());
  const tell = ({ format, zoneName }: typeof thereDates): TimeRange => ({
    range: `${format(event.opensAt, 'moment')} – ${format(event.closesAt, 'moment')}`,
    zoneName,
  });
  const [there, here] = [tell(thereDates), tell(hereDates)];
  return { there, here: here.range === there.range ? undefined : here };
}

/** Times of an event in its own zone and the language on screen. */
export function useZonedDates(timeZone: string): ZonedDates {
  const { languageType } = useEnvironment();
  return useMemo(() => zonedDates(timeZone, languageType), [timeZone, languageType]);
}
