import type { ReactNode } from 'react';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { useText } from '#/lib/i18n/use-text.ts';

/** When a room opens: within the last day the time that is left. */
export function StartsIn({ at }: { at: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const atMs = Date.parse(at);
  const nowMs = useServerNow(atMs);
  if (nowMs >= atMs) return t('live.starting');
  const left = formatTimeLeft(atMs, nowMs);
  return left === undefined ? t('live.startsAt', { when: friendly(at) }) : t('live.startsInTime', { left });
}
