import { useEnvironment } from '#/lib/environment.ts';
import { offsetHidden, ownTimeZone, type ZonedDates, zonedDates } from '#/lib/format/zoned-date.ts';

type TimeRange = { readonly range: string; readonly zoneName: string };

type EventWindow = {
  /** In the zone of the event. */
  readonly there: TimeRange;
  /** In the fan's own zone; undefined if it shows the same time. While the server draws, as long a text in its place. */
  readonly here: TimeRange | undefined;
  /** Of the row of `here`. */
  readonly hereRow: { readonly offset: number | undefined; readonly look: string };
};

/** From when to when an event goes on, in words. */
export function useEventWindow(event: { timeZone: string; opensAt: string; closesAt: string }): EventWindow {
  const thereDates = useZonedDates(event.timeZone);
  const hereDates = useZonedDates(ownTimeZone());
  const rangeIn = ({ format }: ZonedDates) =>
    `${format(event.opensAt, 'moment')} – ${format(event.closesAt, 'moment')}`;
  const there = { range: rangeIn(thereDates), zoneName: thereDates.zoneName };
  const hereRange = rangeIn(hereDates);
  const offset = offsetHidden(event.timeZone);
  const isShown = offset !== undefined || hereRange !== there.range;
  return {
    there,
    here: isShown ? { range: hereRange, zoneName: hereDates.zoneName } : undefined,
    hereRow: { offset, look: offset === undefined ? '' : 'invisible' },
  };
}

/** Times of an event in its own zone and the language on screen. */
export function useZonedDates(timeZone: string): ZonedDates {
  const { languageType } = useEnvironment();
  return zonedDates(timeZone, languageType);
}
