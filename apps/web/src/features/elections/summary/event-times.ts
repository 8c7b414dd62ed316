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
  const rangeIn = ({ format }: ZonedDates) =>
    `${format(event.opensAt, 'moment')} – ${format(event.closesAt, 'moment')}`;
  const there = { range: rangeIn(thereDates), zoneName: thereDates.zoneName };
  const hereRange = rangeIn(hereDates);
  const here = hereRange === there.range ? undefined : { range: hereRange, zoneName: hereDates.zoneName };
  return { there, here };
}

/** Times of an event in its own zone and the language on screen. */
export function useZonedDates(timeZone: string): ZonedDates {
  const { languageType } = useEnvironment();
  return zonedDates(timeZone, languageType);
}
