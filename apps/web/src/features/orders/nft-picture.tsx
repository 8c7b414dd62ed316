import type { ReactNode } from 'react';
import { useAssetAddress } from '#/lib/assets/use-asset-address.ts';

type NftPictureProps = {
  src: string;
  /** CSS pixels; pictures are drawn 4 wide and 5 high. */
  width: number;
  className?: string;
};

/** The picture of an edition beside its title, which says what it is: the picture itself is decoration. */
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
