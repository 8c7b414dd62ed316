import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Offers in their final geometry. */
export function OfferSkeletons({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion className="space-y-3">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-[172px] rounded-card" />
      ))}
    </LoadingRegion>
  );
}
