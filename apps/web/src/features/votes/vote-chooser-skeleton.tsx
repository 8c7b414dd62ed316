import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** The vote chooser's final geometry. */
export function VoteChooserSkeleton(): ReactNode {
  return (
    <LoadingRegion className="mt-5">
      <Skeleton className="h-12 rounded-tile" />
      <Skeleton className="mt-3 h-17 rounded-tile" />
      <div className="mt-3 grid grid-cols-4 gap-2">
        {[0, 1, 2, 3].map((preset) => (
          <Skeleton key={preset} className="h-12 rounded-control" />
        ))}
      </div>
      <Skeleton className="mt-5 h-14 rounded-tile" />
    </LoadingRegion>
  );
}
