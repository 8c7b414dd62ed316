import { useEnvironment } from '../environment.ts';
import { formatFriendlyDate } from './format-date.ts';

/** Formats ISO instants in the language on screen. */
export function useFriendlyDate(): (instant: string) => string {
  const { languageType } = useEnvironment();
  return (instant) => formatFriendlyDate(new Date(instant), languageType);
}
