import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { BannerCarousel } from './banner-carousel.tsx';
import { type BannerType, useBanners } from './use-banners.ts';

/** The banners of a screen; nothing where there are none, or they could not be had. */
export function Banners({ type }: { type: BannerType }): ReactNode {
  const banners = useBanners(type);
  if (banners.isPending) {
    return (
      <LoadingRegion>
        <Skeleton className="h-40 rounded-card" />
        <div className="h-11" />
      </LoadingRegion>
    );
  }
  return banners.data?.length ? <BannerCarousel banners={banners.data} /> : null;
}
