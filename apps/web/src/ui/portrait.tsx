import type { ReactNode } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';

type PortraitProps = {
  src: string;
  /** CSS pixels; portraits are drawn 5 wide and 6 high. */
  width: number;
  height: number;
  className?: string;
  /** False on the first screen. */
  lazy?: boolean;
  /** On a wide screen (wide.css) a drawn portrait has no background. */
  hasWideCutOut?: boolean;
  /** What a photo shows. */
  alt?: string;
};

/** Shows an idol's picture; decorative without words of its own, because the name is beside it. */
export function Portrait({
  src,
  width,
  height,
  className = '',
  lazy = true,
  hasWideCutOut = false,
  alt = '',
}: PortraitProps): ReactNode {
  // Of a photo the small size is enough for a face in a list, on any screen.
  const address = useAssetAddress(width < 60 ? src.replace('-480.webp', '-160.webp') : src);
  const picture = (
    <img
      alt={alt}
      src={address}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : 'eager'}
      decoding={lazy ? 'async' : 'sync'}
      draggable={false}
      className={`bg-raise object-cover object-top ${className}`}
    />
  );
  if (!hasWideCutOut) return picture;
  return (
    <picture>
      <source media="(width >= 48em)" srcSet={address?.replace('/portraits/', '/cutouts/')} />
      {picture}
    </picture>
  );
}
