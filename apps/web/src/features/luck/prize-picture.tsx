import type { ReactNode } from 'react';
import { HeartIcon, SparkleIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { Cover } from '#/ui/cover.tsx';
import { type Given, type GivenKind, givenKind } from './given.ts';

type PrizePictureProps = {
  gives: Given | null;
  pictureUrl: string | null;
  /** CSS pixels; prizes are 4 wide and 5 high. */
  width: number;
  /** Says how much of an asset it is, under its sign. */
  saysAmount?: boolean;
  className?: string;
};

const icons = { points: StarIcon, tickets: TicketIcon, votes: HeartIcon, other: SparkleIcon } as const satisfies Record<
  GivenKind,
  unknown
>;

/** The picture of a prize; decorative, because its name is beside it. */
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
