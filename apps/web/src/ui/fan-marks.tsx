import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from './badge.tsx';

type RankedFan = DataOf<Contract['POST /wallet/api/v1/userExpand/getUsersCallRank']>['list'][number];

/** What a fan shows to others beside the name; null for what the fan does not show. */
export type Marks = Pick<RankedFan, 'level' | 'badge'>;

/** Shows the badge and the level of a fan beside the name, which is cut before they are. */
export function FanMarks({ level, badge }: Marks): ReactNode {
  const t = useText();
  if (level === null && badge === null) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 align-middle">
      {badge === null ? null : <BadgePin badge={badge} size={20} alt={t(`badge.${badge.id}`)} />}
      {level === null ? null : (
        <Badge tone="quiet">
          <span className="num" aria-hidden="true">
            {t('progress.levelShort', { level })}
          </span>
          <span className="sr-only">{t('progress.level', { level })}</span>
        </Badge>
      )}
    </span>
  );
}

type BadgePinProps = {
  badge: Pick<NonNullable<Marks['badge']>, 'imageUrl'>;
  /** CSS pixels. */
  size: number;
  /** The name of the badge where no text has it. */
  alt?: string;
  className?: string;
};

/** Shows the picture of a badge. */
export function BadgePin({ badge, size, alt = '', className = '' }: BadgePinProps): ReactNode {
  const address = useAssetAddress(badge.imageUrl);
  return (
    <img
      src={address}
      alt={alt}
      title={alt || undefined}
      width={size}
      height={size}
      loading="lazy"
      className={`shrink-0 ${className}`}
    />
  );
}
