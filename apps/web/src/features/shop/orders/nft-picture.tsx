import type { ReactNode } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';

type NftPictureProps = {
  src: string;
  /** CSS pixels; pictures are drawn 4 wide and 5 high. */
  width: number;
  className?: string;
};

/** The picture of an edition; decorative, because the title beside it describes it. */
export function NftPicture({ src, width, className = '' }: NftPictureProps): ReactNode {
  return (
    <img
      alt=""
      src={useAssetAddress(src)}
      width={width}
      height={width * 1.25}
      style={{ aspectRatio: '4 / 5', height: 'auto' }}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`bg-raise object-cover ${className}`}
    />
  );
}

/** Which piece of how many: 12 / 100. */
export function SerialChip({ serial, size }: { serial: number; size: number }): ReactNode {
  const t = useText();
  return (
    <span className="num inline-flex items-center gap-1 rounded-full bg-brand-soft px-2.5 py-1 text-caption font-bold text-brand">
      <span className="sr-only">{t('nft.serial')}</span>
      {formatNumber(serial)} / {formatNumber(size)}
    </span>
  );
}
