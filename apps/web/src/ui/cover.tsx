import type { ReactNode } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';

type CoverProps = {
  src: string;
  /** CSS pixels. */
  width: number;
  height: number;
  className?: string;
};

/** Shows the picture of an activity; decorative, because the title beside it describes it. */
export function Cover({ src, width, height, className = '' }: CoverProps): ReactNode {
  return (
    <img
      alt=""
      src={useAssetAddress(src)}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`bg-raise object-cover ${className}`}
    />
  );
}
