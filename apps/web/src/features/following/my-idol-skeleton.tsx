import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Stands in for the card of the main idol, in its final geometry. Apart, because it shows before the card's chunk is there. */
export function MyIdolSkeleton(): ReactNode {
  return (
    <LoadingRegion className="card">
      <div className="flex gap-4">
        <Skeleton className="h-40 w-28 shrink-0 rounded-tile" />
        <div className="min-w-0 flex-1 space-y-1.5">
          <Skeleton className="h-4 w-18 rounded-full" />
          <Skeleton className="h-5 w-28 rounded-full" />
          <Skeleton className="h-12 w-18 rounded-tile" />
          <Skeleton className="h-4 w-28 rounded-full" />
          <Skeleton className="h-8 rounded-tile" />
        </div>
      </div>
      <Skeleton className="mt-4 h-14 rounded-tile" />
    </LoadingRegion>
  );
}
