import type { ReactNode } from 'react';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type Asset, pointAsset, useAssets } from './use-assets.ts';

/** Formats the last day on which something can be used, in the fan's own zone. */
export function useLastDay(): (until: string) => string {
  const { languageType } = useEnvironment();
  const { format } = zonedDates(ownTimeZone(), languageType);
  return (until) => {
    const lastMs = Date.parse(until) - 1;
    return format(lastMs, isThisYear(lastMs) ? 'day' : 'date');
  };
}

function isThisYear(ms: number): boolean {
  return new Date(ms).getFullYear() === new Date().getFullYear();
}

/** What of an asset expires the soonest, and its last day; nothing when none does. */
export function ExpiringNote({ asset: { expiring }, className }: ExpiringNoteProps): ReactNode {
  const t = useText();
  const lastDay = useLastDay();
  if (!expiring) return null;
  return (
    <p className={`num ${className}`}>{t('points.until', { amount: expiring.amount, day: lastDay(expiring.at) })}</p>
  );
}

type ExpiringNoteProps = { asset: Pick<Asset, 'expiring'>; className: string };

/** Until when the soonest of the fan's Points can be spent. */
export function PointsUntil(): ReactNode {
  const t = useText();
  const lastDay = useLastDay();
  const { data } = useAssets();
  const expiring = data?.find(({ assetName }) => assetName === pointAsset)?.expiring;
  if (!expiring) return null;
  return (
    <p className="num mt-3 text-center text-caption text-pretty text-mute">
      {t('points.spendUntil', { points: expiring.amount, day: lastDay(expiring.at) })}
    </p>
  );
}
