import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { formatAgo } from '#/lib/format/format-ago.ts';
import { useText } from '#/lib/i18n/use-text.ts';

/** The server notes every five minutes at most that a device is there, so whatever was just now may be this old. */
const justNowMs = 6 * 60_000;

/** Words for when a device was last there: `last seen 3 hours ago`. */
export function useLastSeen(): (lastSeenAt: string) => string {
  const t = useText();
  const { languageType } = useEnvironment();
  return (lastSeenAt) => {
    const agoMs = serverNowMs() - Date.parse(lastSeenAt);
    return agoMs < justNowMs ? t('device.activeNow') : t('device.lastSeen', { ago: formatAgo(agoMs, languageType) });
  };
}
