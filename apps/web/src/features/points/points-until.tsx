import type { ReactNode } from 'react';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type Asset, pointAsset, useAssets } from './use-assets.ts';

/** Formats the last day on which something can be used, in the fan's own zone. */
export function useLastDay(): (until: string) => string {
  const { languageType } = useEnvironment();
  const { format } = zonedDates(ownTimeZone(), languageType);
  return (until) => {
    return format(Date.parse(until) - 1, 'day');
  };
}

/** A date further away than this changes nothing about what to do today. */
const nearMs = 30 * 24 * 60 * 60 * 1000;

const isNear = (at: string) => Date.parse(at) <= serverNowMs() + nearMs;

/** Says what of an asset expires the soonest, and its last day, when that is near. */
export function ExpiringNote({ asset: { expiring }, className }: ExpiringNoteProps): ReactNode {
  const t = useText();
  const lastDay = useLastDay();
  if (!expiring || !isNear(expiring.at)) return null;
  return (
    <p className={`num ${className}`}>{t('points.until', { amount: expiring.amount, day: lastDay(expiring.at) })}</p>
  );
}

type ExpiringNoteProps = { asset: Pick<Asset, 'expiring'>; className: string };

/** Shows the Points that expire next and their last day, when it is near. */
export function PointsUntil(): ReactNode {
  const t = useText();
  const lastDay = useLastDay();
  const { data } = useAssets();
  const expiring = data?.find(({ assetName }) => assetName === pointAsset)?.expiring;
  if (!expiring || !isNear(expiring.at)) return null;
  return (
    <p className="num mt-3 text-center text-caption text-pretty text-mute">
      {t('points.spendUntil', { points: expiring.amount, day: lastDay(expiring.at) })}
    </p>
  );
}
