import { formatFriendlyDate, two } from '@lightstick/contract/friendly-date';
import { type Language, useEnvironment } from '#/lib/environment.ts';

/** Formats as `MM:SS`, zero padded; an hour and more keeps counting in minutes. */
export function formatMinutesSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

type FriendlyDate = (instant: Date, language: Language) => string;

/** The date that the server draws, which does not know the reader's zone. */
let drawnDate: FriendlyDate | undefined;

/** Lets all times name the place whose time they are. Only for drawing on the server. */
export function drawDatesBy(format: FriendlyDate): void {
  drawnDate = format;
}

/** Returns an ISO instant as the fan reads it: in their own time, or drawn by the server with its place. */
export function friendlyDate(instant: string, language: Language): string {
  return (drawnDate ?? formatFriendlyDate)(new Date(instant), language);
}

/** Formats ISO instants in the language on screen. */
export function useFriendlyDate(): (instant: string) => string {
  const { languageType } = useEnvironment();
  return (instant) => friendlyDate(instant, languageType);
}
