import { useEnvironment } from '#/lib/environment.ts';
import { ordinal } from '@lightstick/contract/friendly-date';
import { useText } from '#/lib/i18n/use-text.ts';

/** `3rd of 200`. */
export function usePlaceText(): (place: number, shares: number) => string {
  const t = useText();
  const { languageType } = useEnvironment();
  return (place, shares) =>
    t('packet.place', { place: languageType === 'en_US' ? ordinal(place) : String(place), shares });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A span in words: `8.4 s`, from a minute on `2 min 5 s`, from an hour on `3 h 20 min`. */
export function useSpanText(): (ms: number) => string {
  const t = useText();
  return (ms) => {
    if (ms < minuteMs) return t('packet.seconds', { seconds: (Math.max(0, ms) / 1000).toFixed(1) });
    if (ms >= hourMs)
      return t('packet.hours', { hours: Math.floor(ms / hourMs), minutes: Math.floor((ms % hourMs) / minuteMs) });
    return t('packet.minutes', { minutes: Math.floor(ms / minuteMs), seconds: Math.floor((ms % minuteMs) / 1000) });
  };
}
