import { useCallback, useSyncExternalStore } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { watchUntil } from '#/lib/clock/scheduled-refetch.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { regionNames } from '#/lib/format/region-names.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Packet } from './luck-queries.ts';

type Eligible = Pick<Packet, 'mayTakePart' | 'opensAt'>;

/**
 * Tells whether region or account age keeps the fan out at `nowMs` of the server's clock, and still will when it opens.
 */
export function isKeptOut({ mayTakePart, opensAt }: Eligible, nowMs: number): boolean {
  if (mayTakePart?.verdict !== 'tooYoung') return mayTakePart?.verdict === 'regionClosed';
  return Date.parse(mayTakePart.from) > Math.max(nowMs, Date.parse(opensAt));
}

/** Says why the fan cannot take part, before they press; null when they can, and for visitors. */
export function useReasonNotToJoin(subject: Eligible): string | null {
  const t = useText();
  const friendly = useFriendlyDate();
  const { languageType } = useEnvironment();
  const { mayTakePart } = subject;
  const from = mayTakePart?.verdict === 'tooYoung' ? mayTakePart.from : undefined;
  const subscribe = useCallback((look: () => void) => watchUntil(from, look), [from]);
  const read = () => isKeptOut(subject, serverNowMs());
  if (!useSyncExternalStore(subscribe, read, read)) return null;
  if (from !== undefined) return t('luck.notYet', { when: friendly(from) });
  const country = mayTakePart?.verdict === 'regionClosed' ? mayTakePart.country : null;
  return country === null
    ? t('luck.notAnywhere')
    : t('luck.notHere', { country: regionNames([country], languageType) });
}
