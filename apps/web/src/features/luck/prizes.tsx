import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { HeartIcon, SparkleIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { Cover } from '#/ui/cover.tsx';
import type { Campaign } from './luck-queries.ts';
import { type PrizeAsset, type PrizeAssetKind, givenKind } from './given.ts';

type PrizeListProps = {
  prizes: Campaign['prizes'];
  /** Returns the note under each prize, beside what is left of it: its chance, for example. */
  noteOf?: (prize: Campaign['prizes'][number]) => string;
  /** False where nothing leaves before the draw. */
  hasStock?: boolean;
};

/** Shows the prizes as cards, the rare ones in gold; what is gone fades. */
export function PrizeList({ prizes, noteOf, hasStock = true }: PrizeListProps): ReactNode {
  const t = useText();
  return (
    <ul aria-label={t('box.prizes')} className="grid grid-cols-3 gap-3">
      {prizes.map((prize) => {
        const { prizeId, title, gives, pictureUrl, isRare, total, left } = prize;
        const isGone = hasStock && left === 0;
        return (
          <li key={prizeId} className="min-w-0 text-center">
            <div
              className={
                `relative aspect-5/6 rounded-tile p-1 ${isRare ? 'medal-1' : 'bg-raise'} ` +
                (isGone ? 'opacity-40' : '')
              }
            >
              <PrizePicture
                gives={gives}
                pictureUrl={pictureUrl}
                width={88}
                saysAmount
                className="h-full w-full rounded-control"
              />
              {isRare ? (
                <span className="absolute inset-x-0 -bottom-3">
                  <span className="rounded-full medal-1 px-2 py-0.5 text-caption font-bold text-medal">
                    {t('box.rare')}
                  </span>
                </span>
              ) : null}
            </div>
            <p className={`text-small leading-snug font-bold text-pretty ${isRare ? 'mt-4' : 'mt-2'}`}>{title}</p>
            <p className="num text-caption text-mute">
              {hasStock ? t('box.prizeLeft', { left, total }) : `×${formatNumber(total)}`}
            </p>
            {isGone ? <Badge tone="quiet">{t('box.gone')}</Badge> : null}
            {noteOf && !isGone ? <p className="num text-caption font-bold text-brand">{noteOf(prize)}</p> : null}
          </li>
        );
      })}
    </ul>
  );
}

type PrizePictureProps = {
  gives: PrizeAsset | null;
  pictureUrl: string | null;
  /** CSS pixels; prizes are 4 wide and 5 high. */
  width: number;
  /** Says how much of an asset it is, under its sign. */
  saysAmount?: boolean;
  className?: string;
};

const icons = { points: StarIcon, tickets: TicketIcon, votes: HeartIcon, other: SparkleIcon } as const satisfies Record<
  PrizeAssetKind,
  unknown
>;

/** Shows the picture of a prize; decorative, because its name is beside it. */
export function PrizePicture({
  gives,
  pictureUrl,
  width,
  saysAmount = false,
  className = '',
}: PrizePictureProps): ReactNode {
  const height = width * 1.25;
  if (pictureUrl !== null) return <Cover src={pictureUrl} width={width} height={height} className={className} />;
  const kind = gives ? givenKind(gives.assetName) : 'other';
  const Icon = icons[kind];
  return (
    <span
      aria-hidden="true"
      className={`grid place-content-center ${kind === 'points' ? 'bg-warn-soft text-warn' : 'action'} ${className}`}
    >
      <Icon size={Math.round(width * 0.5)} filled />
      {saysAmount && gives ? (
        <span className="num text-center text-body font-extrabold">{formatNumber(gives.amount)}</span>
      ) : null}
    </span>
  );
}
